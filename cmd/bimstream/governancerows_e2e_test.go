//go:build linux

package main

import (
	"bufio"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// governanceScenarios are the scenarios that testdata/governance/rows.jsonl names.
var governanceScenarios = map[string]func(*testing.T, *governed){
	"deleting":             anAgentDeletesWhenAPersonApproves,
	"merging":              anAgentMergesWhenAPersonApproves,
	"merging by approval":  aMergeIsOnTheApproversAuthority,
	"rejecting":            aPersonSaysNo,
	"bulk":                 muchWaitsForAPerson,
	"scope":                whatIsOutOfScopeIsBlocked,
	"limits":               limitsSayWhenToComeBack,
	"settings":             settingsCountFromTheNextCall,
	"own request":          nobodyDecidesForHimself,
	"approver's scope":     anApproverHasTheRight,
	"one plan":             aGrantIsForOnePlan,
	"preview":              aPreviewBinds,
	"policy":               aChangedPolicyVoidsAGrant,
	"race":                 fourProcessesRaceForAGrant,
	"kill":                 aGrantOutlivesAKill,
	"expiry":               silenceIsADenial,
	"client":               aPersonDecidesAtTheClient,
	"client's level":       aClientIsNotAskedBeyondItsLevel,
	"records":              fourRecordsAreKept,
	"dry run":              aDryRunDecidesNothing,
	"two persons":          twoPersonsAgree,
	"levels":               aLowerLevelIsNone,
	"signature":            aSignatureApproves,
	"standing":             aStandingGrantIsCounted,
	"history":              historyTellsThoughtsAndApprovals,
	"session":              aSessionIsItsOwn,
	"changes in a session": changesAtTheSameTimeAreInTheSession,
	"proofs":               proofsOfASession,
	"sly ways":             slyWaysLeadToAPerson,
}

// governanceRows are the cases in which the tool contract requires an approval, and the invariants of approvals. Each
// must have a scenario.
var governanceRows = []string{"destructive", "bulk", "cross-scope", "limits", "approver is not the requester",
	"approver has APPROVE in scope", "bound to arguments and plan", "policy", "single use, concurrently",
	"single use, across a crash", "expiry", "missing elicitation", "four records", "dry run", "two approvers", "levels",
	"decision trail", "sessions", "proofs", "sly ways"}

// TestGovernance runs the scenarios of each row of the table, with an agent on standard input and with one over HTTP.
func TestGovernance(t *testing.T) {
	t.Parallel()
	named := readGovernanceRows(t)
	for name := range maps.Keys(governanceScenarios) {
		if !slices.Contains(named, name) {
			t.Errorf("scenario %q is of no row", name)
		}
	}
	for _, name := range named {
		play := governanceScenarios[name]
		if play == nil {
			t.Errorf("there is no scenario %q", name)
			continue
		}
		for _, on := range transports {
			t.Run(name+"/"+on.name, func(t *testing.T) { t.Parallel(); play(t, governedBy(t, on)) })
		}
	}
}

// readGovernanceRows returns the names of the scenarios, and checks that each row has one.
func readGovernanceRows(t *testing.T) (names []string) {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "..", "testdata", "governance", "rows.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	left := slices.Clone(governanceRows)
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var row struct {
			Row, Says string
			Scenarios []string
		}
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatalf("%s: %v", lines.Text(), err)
		}
		if row.Row == "" || row.Says == "" || len(row.Scenarios) == 0 {
			t.Errorf("a row without a scenario: %s", lines.Text())
		}
		left = slices.DeleteFunc(left, func(r string) bool { return r == row.Row })
		names = append(names, row.Scenarios...)
	}
	if len(left) > 0 {
		t.Errorf("rows that the table leaves out: %q", left)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
