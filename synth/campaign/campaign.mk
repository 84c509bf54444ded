# SPDX-License-Identifier: Apache-2.0
# Campaigns: docs/develop/campaigns.md. The Python package campaign lists jobs and merges their results; GNU Parallel runs them,
# here, by ssh or through Slurm. Included by the Makefile behind the parts whose programs the jobs call.

KIND   ?= pnr
ENGINE ?= local
JOBS_OF = $(if $(filter slurm,$(ENGINE)),100,100%)
ifneq ($(filter campaign%,$(MAKECMDGOALS)),)
export KIND UNITS SIZE SUITES COUNT RUNS ONLY LIMIT HOSTS
export $(foreach v,MUTATE SEED,$(if $(filter file,$(origin $v)),,$v)) # not the defaults of other goals
endif

ifneq ($(filter campaign,$(MAKECMDGOALS)),)
$(if $(filter local ssh slurm,$(ENGINE)),,$(error ENGINE=$(ENGINE): expected local, ssh or slurm))
$(if $(filter-out ssh,$(ENGINE))$(wildcard $(HOSTS)),,$(error HOSTS=$(HOSTS): expected a file with a host a line, \
    such as 8/user@host for 8 jobs at a time))
$(if $(filter-out slurm,$(ENGINE))$(shell command -v srun || :),,$(error ENGINE=slurm: srun is not installed; expected a machine \
    of the cluster, or ENGINE=local or ssh))
endif

# the jobs of a kind call these tools, and these programs that are built here
NEED_mutants_jobs = $(NEED_sim) yosys yosys-abc
NEED_proofs_jobs  = python3 yosys yosys-abc
NEED_suites_jobs  = $(NEED_sim)
NEED_fuzz_jobs    = $(NEED_sim) clang libfuzzer
READY_suites_jobs = $(SIM)
READY_fuzz_jobs   = $(FUZZ:%=$(WARP_TEST)/fuzz_%)
NEED_campaign-list  = python3
NEED_campaign-ready = python3 $(NEED_$(KIND)_jobs)
NEED_campaign       = python3 parallel $(if $(WORKDIR),rsync)

CAMPAIGN     = BUILD=$(call quoted,$(BUILD)) VENV=$(call quoted,$(VENV)) $(PYTHON) -m synth.campaign
CAMPAIGN_DIR = $(BUILD)/campaign/$(KIND)
PARALLEL     = parallel --will-cite --jobs $(or $(JOBS),$(JOBS_OF)) $(ON_$(ENGINE))
# a host that does not reply for a minute is lost
export PARALLEL_SSH ?= ssh -o BatchMode=yes -o ServerAliveInterval=20 -o ServerAliveCountMax=3
ON_ssh       = --sshloginfile $(call quoted,$(HOSTS)) --workdir $(call quoted,$(or $(WORKDIR),$(CURDIR)))
BY_slurm     = srun --quiet --ntasks=1 $(SRUN) sh -c '{}'
# WORKDIR, on each host, gets the sources; without it the hosts share this folder
PACK   = git ls-files -z -c -o --exclude-standard | xargs -0 ls -d 2>/dev/null | tar -czf $(CAMPAIGN_DIR)/sources.tgz -T -
UNPACK = $(if $(WORKDIR),tar -xzf $(CAMPAIGN_DIR)/sources.tgz && ,)
HANDED = $(foreach v,KIND BUILD CONFIGS TARGET FUZZ SETUP,$(if $($v),$v=$(call quoted,$($v))))
# a line per finished job, where no terminal shows Parallel's own progress
FINISHED = tail -qn 0 --pid=$$all -f $(CAMPAIGN_DIR)/joblog | awk -F'\t' '{ split($$9, part, " "); job = part[5]; \
    gsub(/.*\/|\.json$$/, "", job); print ++n ": " job ", " int($$4) " s, exit status " $$7; fflush() }'

.PHONY: campaign-list campaign-ready campaign-hosts campaign
campaign-list campaign: export CONFIGS := $(CONFIGS)
campaign-list campaign: export FUZZ := $(FUZZ)
campaign-ready: $(READY_$(KIND)_jobs) | need-goals # build what the jobs call
	$(Q)set -f && [ "$$KIND" != pnr ] || { tools=$$($(FLOW) tools route $${TARGET:-ice40}) && $(NEED) $$tools; }

campaign-list: | need-goals ## measure: list a campaign's jobs (KIND=pnr|mutants|proofs|suites|fuzz, SEEDS=1-20)
	$(Q)$(CAMPAIGN) check "$$KIND"
	$(Q)$(MAKE) -s campaign-ready
	$(Q)$(CAMPAIGN) list "$$KIND"

campaign-hosts: | need-goals # make the hosts ready; `make campaign` does
	$(Q)$(if $(WORKDIR),$(PACK))
	$(Q)$(PARALLEL) --nonall --tag $(if $(WORKDIR),--basefile $(CAMPAIGN_DIR)/sources.tgz) \
	    $(call quoted,$(UNPACK)make -s campaign-ready $(HANDED)) || echo 'openshfl: not all hosts are ready' >&2

campaign: | need-goals ## measure: run or resume it on many machines, and merge (ENGINE=local|ssh|slurm, HOSTS=)
	$(Q)$(CAMPAIGN) check "$$KIND" run
	$(Q)$(MAKE) -s campaign-ready $(if $(filter ssh,$(ENGINE)),campaign-hosts)
	$(Q)$(CAMPAIGN) resume "$$KIND"
	$(Q)$(PARALLEL) --joblog $(CAMPAIGN_DIR)/joblog --resume-failed --retries 3 \
	    --rpl '{seq} $$_=sprintf("%06d",$$job->seq())' --results '$(CAMPAIGN_DIR)/log/{seq}' \
	    $$([ ! -t 2 ] || echo --eta) $(BY_$(ENGINE)) < $(CAMPAIGN_DIR)/jobs > /dev/null & \
	    all=$$!; trap 'kill $$all' TERM; [ -t 2 ] || $(FINISHED) & \
	    wait $$all || true; wait # who stops make alone stops the jobs, too
	$(Q)$(CAMPAIGN) merge "$$KIND"
