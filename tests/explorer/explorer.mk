# The explorer of schedules (tests/explorer): all of src/ once more, instrumented, and linked with a virtual system; of src/cuda, which
# has a device of the explorer's in its place, the files in which threads meet, with a driver of the explorer's. With gcc, on x86-64;
# elsewhere there is none.
ifeq ($(ARCH),x86_64)
EXPLORER := $(if $(shell $(CC) -dM -E -x c /dev/null | grep __clang__),,$(OBJ)/explored/explorer)
endif

EXPLORED := $(OBJ)/explored
EXPLORED_OUT := $(wildcard src/meta/generate*.c) src/async/os/topology.c src/async/os/cgroup.c $(wildcard src/async/os/os*.c)
EXPLORED_CUDA := $(patsubst %,src/cuda/%.c,chunks compile device disk later memory module)
EXPLORED_SOURCES := $(filter-out $(EXPLORED_OUT),$(wildcard src/meta/*.c src/async/*/*.c src/io/*.c src/cpu/*.c)) $(EXPLORED_CUDA)
EXPLORED_PROTOCOLS := $(wildcard tests/explorer/protocols*.c)
EXPLORED_OBJECTS := $(EXPLORED_SOURCES:%.c=$(EXPLORED)/%.o) $(EXPLORED_PROTOCOLS:tests/explorer/%.c=$(EXPLORED)/src/%.o)
EXPLORER_OBJECTS := $(patsubst %.c,$(EXPLORED)/own/%.o,$(filter-out $(EXPLORED_PROTOCOLS),$(wildcard tests/explorer/*.c)) $(wildcard src/async/os/os*.c))
# At fixed addresses, so that equal seeds are equal schedules; one level of kernels; every memcpy goes by the detector of races.
EXPLORED_STANDARD := -std=gnu11 -fno-pic -fno-pie -g -fno-math-errno -fno-trapping-math -ffp-contract=off -Iinclude -Isrc -DRA_BUILT_v2=1 -DRA_ISA=v2 -DRA__MUTANTS -DRA__TINY
EXPLORED_CFLAGS := $(EXPLORED_STANDARD) -O1 -fsanitize=thread --param tsan-instrument-func-entry-exit=0 -include tests/explorer/flags.h \
    -fno-optimize-sibling-calls -Dmemcpy=ex_memcpy -Dmemmove=ex_memmove -Dmemset=ex_memset -w
$(EXPLORED)/src/%.o: src/%.c tests/explorer/flags.h
	@mkdir -p $(@D)
	$(CC) $(EXPLORED_CFLAGS) -MMD -MP -c $< -o $@
# Compiled like the engine, and of its data.
$(EXPLORED_PROTOCOLS:tests/explorer/%.c=$(EXPLORED)/src/%.o): $(EXPLORED)/src/%.o: tests/explorer/%.c tests/explorer/flags.h
	@mkdir -p $(@D)
	$(CC) $(EXPLORED_CFLAGS) -Itests/explorer -MMD -MP -c $< -o $@
$(EXPLORED)/own/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(EXPLORED_STANDARD) $(WARNINGS) -O2 -march=x86-64-v2 -Itests/explorer -Itests -MMD -MP -c $< -o $@
# Where the engine calls from file to file, the explorer listens (order.c).
EXPLORER_WRAPS := ra__graph_commit ra__cancel_writers ra__job_begin ra__job_begin_issue ra__job_give_up ra__job_end ra__job_fail ra__job_run ra__storage_new \
    ra__record_take ra__record_give ra__inject_put ra__inject_take ra__inject_take_from ra__publish ra__sleep_until_ended ra__pool_wait_begin ra__find_any \
    ra__graph_edges_from ra__elsewhere_risen ra__pool_notify ra__graph_hold ra__graph_lock ra__graph_try_lock ra__graph_unlock ra__job_hand_over ra__pool_sweep
# The real system stands behind the virtual one, for what that does not have (files, the fault gate).
$(EXPLORED)/own/src/async/%.o: src/async/%.c
	@mkdir -p $(@D)
	$(CC) $(EXPLORED_STANDARD) $(WARNINGS) -O2 -MMD -MP -c $< -o $@
	$(OBJCOPY) --weaken $@
$(EXPLORED)/explorer: $(EXPLORED_OBJECTS) $(EXPLORER_OBJECTS) tests/explorer/engine.ld
	$(CC) -no-pie $(EXPLORER_WRAPS:%=-Wl,--wrap=%) -rdynamic -Wl,-T,tests/explorer/engine.ld $(EXPLORED_OBJECTS) $(EXPLORER_OBJECTS) -lpthread -ldl -lm -o $@

# It is one of the programs that `make test` runs.
testable: $(EXPLORER)
CHECKS += $(EXPLORER)
N ?= 100000
SEED ?= 1
.PHONY: check-schedules
check-schedules: $(EXPLORER)
	$(EXPLORER:%=% $(N) $(SEED))
# How many schedules it takes to find each line of mutants.def and each ordering that is weakened step by step, for the worst of BASES
# seeds; WHICH: of those alone whose name has that in it. Hours where it is all of them; MOST=0: those orderings alone that the small
# protocols find, in some minutes.
MOST ?= 10000
BASES ?= 20
WHICH ?=
# The mutants alone are part of check-mutants, for fewer seeds (MUTANT_BASES=20: minutes more).
MUTANT_BASES ?= 3
.PHONY: explore-mutants
run-mutants: explore-mutants
explore-mutants: $(EXPLORER)
	$(EXPLORER:%=% mutants 20000 $(MUTANT_BASES) 'mutant ')
# What is left of a program that failed fails as a C program of its own as well, in a library with the defect: here one that shows
# under every schedule, as others need the controller's.
run-mutants: $(if $(EXPLORER),printed-mutant)
.PHONY: printed-mutant
printed-mutant: $(EXPLORER) $(ASYNC) $(REST)
	@replay=$$(EXPLORER_MUTANT=NO_SCOPE EXPLORER_JOBS=1 $(EXPLORER) 10000 | sed -n 's/^# replay: explorer replay \([0-9]*\) 0x[0-9a-f]* \(0x[0-9a-f]*\)$$/\1 \2/p') && \
	$(EXPLORER) print $$replay > $(OBJ)/mutants/printed.c && $(CC) -std=gnu11 -Iinclude $(SANITIZERS) $(OBJ)/mutants/printed.c $(ASYNC) $(REST) $(LIBS) -o $(OBJ)/mutants/printed && \
	$(OBJ)/mutants/printed && ! RUNAHEAD_MUTANT=NO_SCOPE $(OBJ)/mutants/printed
.PHONY: check-orderings
check-orderings: $(EXPLORER)
	$(EXPLORER:%=% mutants $(MOST) $(BASES) '$(WHICH)')
-include $(EXPLORED_OBJECTS:.o=.d) $(EXPLORER_OBJECTS:.o=.d)
