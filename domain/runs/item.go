package runs

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
)

// ItemKind is the kind of work of an item.
type ItemKind string

// The kinds of items.
const (
	ItemBranch ItemKind = "branch" // creates the branch of the run
	ItemStep   ItemKind = "step"
	ItemCheck  ItemKind = "check" // runs the check of a gate
	ItemFix    ItemKind = "fix"
)

// Item is one piece of work. Its name is unique within the run and is derived from the log, and the command id is
// derived from the name. So every process that does the item makes the same events.
type Item struct {
	Kind    ItemKind
	Round   int // of a check
	Index   int // of the step or the gate in the configuration, or of the fix among those tried
	Attempt int // from 1
}

// stem returns the name of an item without the attempt.
func (i Item) stem() string { return fmt.Sprintf("%s:%d:%d", i.Kind, i.Round, i.Index) }

// Name returns the name of an item.
func (i Item) Name() string { return fmt.Sprintf("%s#%d", i.stem(), i.Attempt) }

// IsFix reports whether an item name is the name of the fix with the given index.
func IsFix(name string, index int) bool {
	i := parseItem(name)
	return i.Kind == ItemFix && i.Index == index
}

func parseItem(name string) Item {
	stem, attempt, _ := strings.Cut(name, "#")
	parts := append(strings.Split(stem, ":"), "", "")
	var i Item
	i.Kind = ItemKind(parts[0])
	i.Round, _ = strconv.Atoi(parts[1])
	i.Index, _ = strconv.Atoi(parts[2])
	i.Attempt, _ = strconv.Atoi(attempt)
	return i
}

// Command returns the id of the command for an item. It is the same for all attempts, of which at most one succeeds.
func (r *Run) Command(i Item) string { return string(state.DeriveID(r.ID+"/"+i.stem(), 0)) }

// EventID returns the id of an event of the run about an item. It is the same for every process that stores it.
func (r *Run) EventID(about, name string) string {
	return string(state.DeriveID(r.ID+"/"+about+"/"+name, 0))
}

// Next returns the next item. ok is false if the run has nothing to do by itself.
func (r *Run) Next() (i Item, ok bool) {
	switch r.State {
	case Created:
		i = Item{Kind: ItemBranch}
	case Drafting:
		i = Item{Kind: ItemStep, Index: r.StepsDone}
	case Validating:
		i = Item{Kind: ItemCheck, Round: r.Round + 1, Index: len(r.Checks)}
		if len(r.Checks) > 0 {
			i.Round = r.Round
		}
	case Fixing:
		i = Item{Kind: ItemFix, Index: len(r.Fixes)}
	default:
		return i, false
	}
	i.Attempt = r.attempts[i.stem()] + 1
	return i, true
}

// Approval returns the id of the approval that a principal requested in the last attempt at the next item, or "" for
// none.
func (r *Run) Approval(principal string) string {
	if r.approval[1] != principal {
		return ""
	}
	return r.approval[0]
}

// Started reports whether the run has recorded that a process works on an item.
func (r *Run) Started(i Item) bool { return r.started == i.Name() }

// Tried reports whether a fix of a finding was refused, or was applied without effect. Such a fix is not tried again in
// this run.
func (r *Run) Tried(gate, finding string) bool {
	return slices.ContainsFunc(r.Fixes, func(f FixDone) bool { return f.Gate == gate && f.Finding == finding })
}

// Exhausted reports whether the run may try no more fixes.
func (r *Run) Exhausted() bool { return len(r.Fixes) >= r.Config.MaxFixes }

// BudgetLeft returns the reason why the run may not continue, or "" if it may.
func (r *Run) BudgetLeft() string {
	switch {
	case r.WorkedMS >= int64(r.Config.MaxSeconds)*1000:
		return fmt.Sprintf("the budget of %d s of working time is used up", r.Config.MaxSeconds)
	case r.Elements > r.Config.MaxElements:
		return fmt.Sprintf("%d elements were affected, the budget is %d", r.Elements, r.Config.MaxElements)
	}
	return ""
}

// After returns the state after an item is done, and the reason. For the last check of a round, helps reports whether a
// finding that counts has an untried fix.
func (r *Run) After(i Item, affected int, check *CheckResult, helps bool) (State, string) {
	switch i.Kind {
	case ItemBranch:
		return Drafting, ""
	case ItemStep:
		if r.Elements+affected > r.Config.MaxElements {
			return Failed, fmt.Sprintf("%d elements were affected, the budget is %d",
				r.Elements+affected, r.Config.MaxElements)
		}
		if r.StepsDone+1 < len(r.Config.Steps) {
			return Drafting, ""
		}
		return Validating, ""
	case ItemFix:
		return Validating, ""
	}
	if i.Index+1 < len(r.Config.Gates) {
		return Validating, ""
	}
	return r.judged(append(slices.Clone(r.Checks), *check), helps)
}

// judged returns the state after a round of checks, and the reason.
func (r *Run) judged(round []CheckResult, helps bool) (State, string) {
	var failing []string
	for _, c := range round {
		if !c.OK {
			failing = append(failing, c.Gate)
		}
	}
	switch {
	case len(failing) == 0:
		return ReadyToMerge, ""
	case r.Exhausted():
		return Paused, fmt.Sprintf("gates fail (%s) and all %d fix attempts are used up",
			strings.Join(failing, ", "), r.Config.MaxFixes)
	case !helps:
		return Paused, fmt.Sprintf("gates fail (%s) and no fix is left for what they find", strings.Join(failing, ", "))
	}
	return Fixing, ""
}
