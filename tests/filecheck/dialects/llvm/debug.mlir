// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s

// CHECK: #di_basic_type = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
// CHECK-NEXT: #di_file = #llvm.di_file<"a.py" in "/x/y">
// CHECK-NEXT: #di_null_type = #llvm.di_null_type
// CHECK-NEXT: #di_subroutine_type = #llvm.di_subroutine_type<callingConvention = DW_CC_normal>
// CHECK-NEXT: #loop_annotation = #llvm.loop_annotation<disableNonforced = true, mustProgress = true>
// CHECK-NEXT: #loop_unroll = #llvm.loop_unroll<disable = true>
// CHECK-NEXT: #di_compile_unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = #di_file, producer = "triton", isOptimized = true, emissionKind = LineTablesOnly>
// CHECK-NEXT: #di_compile_unit1 = #llvm.di_compile_unit<id = distinct[1]<>, sourceLanguage = DW_LANG_Python, file = #di_file, emissionKind = Full, nameTableKind = None>
// CHECK-NEXT: #di_derived_type = #llvm.di_derived_type<tag = DW_TAG_pointer_type, name = "p", baseType = #di_basic_type, sizeInBits = 64>
// CHECK-NEXT: #di_subroutine_type1 = #llvm.di_subroutine_type<types = #di_null_type, #di_basic_type>
// CHECK-NEXT: #di_subroutine_type2 = #llvm.di_subroutine_type<callingConvention = DW_CC_normal, types = #di_basic_type>
// CHECK-NEXT: #loop_annotation1 = #llvm.loop_annotation<unroll = #loop_unroll>
// CHECK-NEXT: #di_subprogram = #llvm.di_subprogram<id = distinct[2]<>, compileUnit = #di_compile_unit, scope = #di_file, name = "k", linkageName = "k", file = #di_file, line = 3, scopeLine = 3, subprogramFlags = "Definition|Optimized", type = #di_subroutine_type>
// CHECK-NEXT: #di_subprogram1 = #llvm.di_subprogram<scope = #di_file, name = "k", file = #di_file, subprogramFlags = Optimized, type = #di_subroutine_type1>
// CHECK-NEXT: #di_lexical_block = #llvm.di_lexical_block<scope = #di_subprogram, file = #di_file, line = 3, column = 4>
// CHECK-NEXT: #di_lexical_block_file = #llvm.di_lexical_block_file<scope = #di_subprogram, file = #di_file, discriminator = 0>
// CHECK-NEXT: #di_local_variable = #llvm.di_local_variable<scope = #di_subprogram, name = "x", file = #di_file, line = 4, arg = 1, alignInBits = 32, type = #di_basic_type>
// CHECK-NEXT: #di_local_variable1 = #llvm.di_local_variable<scope = #di_subprogram, name = "x", file = #di_file, type = #di_null_type>
// CHECK-NEXT: module {
// CHECK-NEXT:   llvm.func @f(%arg0: i32) {
// CHECK-NEXT:     llvm.intr.dbg.value #di_local_variable = %arg0 : i32
// CHECK-NEXT:     llvm.intr.dbg.value #di_local_variable1 #llvm.di_expression<[DW_OP_LLVM_fragment(0, 32)]> = %arg0 : i32 {a = #di_basic_type, b = #di_null_type, c = #di_compile_unit1, d = #di_subroutine_type1, e = #di_subroutine_type2, f = #di_subprogram1, g = #di_derived_type, h = #di_lexical_block, i = #di_lexical_block_file, l = #loop_annotation, m = #loop_annotation1}
// CHECK-NEXT:     llvm.return
// CHECK-NEXT:   }
// CHECK-NEXT: }

#bt = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
#null = #llvm.di_null_type
#file = #llvm.di_file<"a.py" in "/x/y">
#cu = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = #file, producer = "triton", isOptimized = true, emissionKind = LineTablesOnly>
#cu2 = #llvm.di_compile_unit<id = distinct[1]<>, sourceLanguage = DW_LANG_Python, file = #file, isOptimized = false, emissionKind = Full, nameTableKind = None>
#st = #llvm.di_subroutine_type<callingConvention = DW_CC_normal>
#st2 = #llvm.di_subroutine_type<types = #null, #bt>
#st3 = #llvm.di_subroutine_type<callingConvention = DW_CC_normal, types = #bt>
#sp = #llvm.di_subprogram<id = distinct[2]<>, compileUnit = #cu, scope = #file, name = "k", linkageName = "k", file = #file, line = 3, scopeLine = 3, subprogramFlags = "Definition|Optimized", type = #st>
#sp2 = #llvm.di_subprogram<scope = #file, name = "k", file = #file, subprogramFlags = Optimized, type = #st2>
#lv = #llvm.di_local_variable<scope = #sp, name = "x", file = #file, line = 4, arg = 1, alignInBits = 32, type = #bt>
#lv2 = #llvm.di_local_variable<scope = #sp, name = "x", file = #file, type = #null>
#pt = #llvm.di_derived_type<tag = DW_TAG_pointer_type, name = "p", baseType = #bt, sizeInBits = 64>
#lb = #llvm.di_lexical_block<scope = #sp, file = #file, line = 3, column = 4>
#lbf = #llvm.di_lexical_block_file<scope = #sp, file = #file, discriminator = 0>
#ex = #llvm.di_expression<[DW_OP_LLVM_fragment(0, 32)]>
#la = #llvm.loop_annotation<disableNonforced = true, mustProgress = true>
#la2 = #llvm.loop_annotation<unroll = #llvm.loop_unroll<disable = true>>
module {
llvm.func @f(%i: i32) {
  llvm.intr.dbg.value #lv = %i : i32 loc(fused<#sp>["a.py":3:4])
  llvm.intr.dbg.value #lv2 #ex = %i : i32 {a = #bt, b = #null, c = #cu2, d = #st2, e = #st3, f = #sp2, g = #pt, h = #lb, i = #lbf, l = #la, m = #la2}
  llvm.return
} loc(fused<#sp>["a.py":1:1])
}
