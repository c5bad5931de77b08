# Everything here needs Python 3.11 or newer and make; the rest is set up in $(VENV) on first use.
PYTHON ?= python3
VENV ?= .venv
JOBS ?= 2
COUNT ?= 200
SEED ?= 0
SECONDS ?= 3600
# Versions of Triton that "make test-versions" tests besides the one of $(VENV).
TRITONS ?= 3.6.0 3.7.1 3.8.0
# Versions of TVM that "make test-tvm" tests, each with the version of its interface library.
TVMS ?= 0.25.0.post1:0.1.12 0.27.0.post1:0.1.14.post1
# Dependency groups of pyproject.toml. With DEPENDENCY_GROUPS="dev docs torch", tests on tensors of torch are not skipped.
DEPENDENCY_GROUPS ?= dev docs
BIN := $(VENV)/bin
# Tests start many processes: without compiled files each of them compiles the package anew.
export PYTHONDONTWRITEBYTECODE :=
READY := $(VENV)/.ready

.PHONY: help setup test test-all test-versions test-tvm sabotage fuzz proofs demo docs lint format typecheck clean

help:
	@echo "make demo       compile an FP8 matmul to a cubin, and show what becomes of it; without a GPU, run one on the CPU"
	@echo "make test       run the tests on JOBS=$(JOBS) processes, but for the slow ones"
	@echo "make test-all   run every test on JOBS=$(JOBS) processes"
	@echo "make test-versions  test texts, pipelines, compilation and jit_passes with the wheels TRITONS=$(TRITONS)"
	@echo "make test-tvm   run the tests of xtriton.tvm with each version of TVM in TVMS=$(TVMS)"
	@echo "make sabotage   plant COUNT=$(COUNT) bugs in the passes, one by one, and tell which the tests find"
	@echo "make fuzz       run random programs through random passes for SECONDS=$(SECONDS), from SEED=$(SEED), on JOBS=$(JOBS) processes"
	@echo "make proofs     prove every fold and pattern again, on JOBS processes, and write docs/proofs.md"
	@echo "make docs       build the documentation with its API reference in build/site"
	@echo "make lint       check style, formatting, imports between packages, and links of the documentation"
	@echo "make typecheck  check types (pyright, strict)"
	@echo "make format     rewrite files in the project's format"
	@echo "make setup      only create the environment in VENV=$(VENV)"
	@echo "make clean      remove the environment and caches"

setup: $(READY)

# The stamp is newer than pyproject.toml as long as the environment is up to date.
# pip older than 25.1 knows no dependency groups, hence its own upgrade first.
$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "xtriton needs Python 3.11 or newer, not " + sys.version.split()[0])'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --editable ".[cpu]" $(DEPENDENCY_GROUPS:%=--group %)
	touch $(READY)

demo: setup
	$(BIN)/python examples/fp8_demo.py
	@nvidia-smi -L >/dev/null 2>&1 || { echo; $(BIN)/python examples/cpu/matrix_multiplication.py 1024 1024 1024; }

test: setup
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m "not slow" $(PYTEST_ARGS)

test-all: setup
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal $(PYTEST_ARGS)

# Each version has an environment of its own beside $(VENV), without the tools for development.
test-versions: $(TRITONS:%=test-triton-%)

$(TRITONS:%=test-triton-%): test-triton-%: $(VENV)-triton-%/.ready
	$(VENV)-triton-$*/bin/python -m pytest -n $(JOBS) --dist worksteal -m "not slow" $(VERSION_TESTS) $(VERSION_TESTS_$*) $(PYTEST_ARGS)
	$(if $(SLOW_VERSION_TESTS_$*),$(VENV)-triton-$*/bin/python -m pytest -n $(JOBS) --dist worksteal -m slow $(SLOW_VERSION_TESTS_$*) $(PYTEST_ARGS))

VERSION_TESTS := tests/versions tests/parity/test_filecheck_programs.py tests/parity/test_random_programs.py tests/parity/test_version_samples.py \
	tests/parity/test_hopper_warp_specialization.py tests/parity/test_warp_specialization.py tests/parity/test_partition_warps.py tests/unit/test_versions.py \
	tests/unit/compiler/test_jit.py tests/unit/compiler/test_jit_stages.py tests/unit/compiler/test_jit_optimize.py tests/unit/compiler/test_on_cpu.py \
	tests/unit/backends/test_computed_arguments.py tests/unit/backends/test_triton_launcher.py \
	tests/unit/layouts/test_inference_versions.py tests/unit/layouts/test_inference_wheel.py tests/unit/layouts/test_encodings_wheel.py \
	tests/unit/layouts/test_tensor_memory_access.py \
	tests/parity/test_builder.py tests/parity/test_builder_locations.py tests/parity/test_builder_operators.py tests/parity/test_builder_random.py
# Figures of the documentation on the harness's kernels are 3.6's, and only 3.6 and 3.7 have block pointers.
VERSION_TESTS_3.6.0 := tests/parity tests/fuzz/test_known.py tests/unit/dialects/test_constructors.py \
	tests/semantics/test_kernels.py tests/semantics/test_parity_kernels.py tests/semantics/test_cpu_cases.py tests/semantics/test_memory_on_cpu.py \
	tests/semantics/test_cpu_gathers.py tests/semantics/test_edges_on_cpu.py tests/semantics/test_checked.py::test_block_pointers \
	'tests/semantics/test_cpu.py::test_kernel_is_its_reference[matmul_block_pointers]'
# test_explain.py checks reports against PTX, not against the passes of one version of Triton; it is slow, so it runs with the version in $(VENV) only.
SLOW_VERSION_TESTS_3.6.0 := tests/parity tests/versions --deselect tests/parity/test_explain.py

$(TRITONS:%=$(VENV)-triton-%/.ready): $(VENV)-triton-%/.ready: pyproject.toml
	test -x $(VENV)-triton-$*/bin/python || $(PYTHON) -m venv $(VENV)-triton-$*
	$(VENV)-triton-$*/bin/python -m pip install --quiet --upgrade "pip>=25.1"
	$(VENV)-triton-$*/bin/python -m pip install --quiet --editable ".[cpu,explain]" --group test "triton==$*"
	touch $@

# Environments beside $(VENV), as for the versions of Triton. Their names cannot have the colon.
TVM_STAMPS := $(foreach versions,$(TVMS),$(VENV)-tvm-$(subst :,-ffi-,$(versions))/.ready)

test-tvm: $(TVM_STAMPS)
	for stamp in $(TVM_STAMPS); do "$${stamp%/.ready}/bin/python" -m pytest -n $(JOBS) --dist worksteal tests/tvm $(PYTEST_ARGS) || exit 1; done

$(VENV)-tvm-%/.ready: pyproject.toml
	test -x $(@D)/bin/python || $(PYTHON) -m venv $(@D)
	$(@D)/bin/python -m pip install --quiet --upgrade "pip>=25.1"
	$(@D)/bin/python -m pip install --quiet --editable ".[tvm]" --group test \
		"apache-tvm==$(firstword $(subst -ffi-, ,$*))" "apache-tvm-ffi==$(lastword $(subst -ffi-, ,$*))"
	touch $@

sabotage: setup
	nice -n 15 $(BIN)/python -m tests.sabotage --count $(COUNT) --seed $(SEED) --json sabotage.json $(SABOTAGE_ARGS)

# Findings are left in build/fuzz; tests/fuzz/corpus is for those that have been fixed.
fuzz: setup
	PYTHONPATH=.:tests $(BIN)/python -m fuzz.run --seconds $(SECONDS) --seed $(SEED) --jobs $(JOBS) --save build/fuzz --reduce

proofs: setup
	PYTHONPATH=tests $(BIN)/python -m proofs --write --jobs $(JOBS)

# Broken links and anchors, and pages missing from mkdocs.yml, are errors.
docs: setup
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

lint: setup docs
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-cache

format: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

typecheck: setup
	$(BIN)/pyright --pythonpath $(BIN)/python

clean:
	rm -rf $(VENV) $(VENV)-triton-* .ci/venv* .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
