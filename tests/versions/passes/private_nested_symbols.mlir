// PASSES: symbol-dce

module {
  module @a attributes {sym_visibility = "private"} {
    tt.func @pub() { tt.return }
    tt.func private @priv() { tt.return }
    tt.func nested @nest() { tt.return }
  }
  module @b attributes {sym_visibility = "private"} {
    tt.func private @priv() { tt.return }
  }
  module @c attributes {sym_visibility = "private"} {
    tt.func nested @nest() { tt.return }
  }
  module @d attributes {sym_visibility = "nested"} {
    tt.func private @priv() { tt.return }
    tt.func nested @nest() { tt.return }
  }
  module @e attributes {sym_visibility = "private"} {
    tt.func private @priv() { tt.return }
  }
  module @p {
    tt.func private @priv() { tt.return }
    tt.func nested @nest() { tt.return }
    tt.func nested @nest2() { tt.return }
  }
  module @g attributes {sym_visibility = "private"} {
    tt.func @pub() { tt.return }
  }
  tt.func @refers() attributes {list = [@a::@pub, @b::@priv, @c::@nest, @d::@priv, @e, @p::@priv, @p::@nest, @g::@missing]} { tt.return }
}
