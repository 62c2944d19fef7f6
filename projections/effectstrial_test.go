package projections

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain"
	changing "github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/merge"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/geometry"
)

// effectsTrial is a sequence of random changes of a building, each of which is checked by comparing all elements.
type effectsTrial struct {
	*changes
	t       *testing.T
	site    *site
	seed    uint64
	done    [][2]uint64     // first and last revision of each change that may be undone
	given   map[string]int  // accepted operations whose effects were checked, by name
	reached map[string]bool // categories that had an element
	inTurn  bool            // makers are taken in turn
	old     bool            // leaves out the newest makers and categories, for the seeds of older histories
}

// run makes random changes until a number of them was made.
func (r *effectsTrial) run(t *testing.T, seed uint64, changed int) {
	t.Helper()
	r.t, r.seed, r.site = t, seed, newSite(t)
	r.given, r.reached = map[string]int{}, map[string]bool{}
	r.changes = &changes{commander: &commander{random: rand.New(rand.NewPCG(seed, 0))}, old: r.old}
	r.site.lattice()
	r.furnish()
	if r.inTurn {
		r.turn = 1
	}
	for n := 0; n < changed && !t.Failed(); {
		base := r.site.view()
		r.model = base.Model
		events := r.events(base)
		if len(events) == 0 {
			continue
		}
		n++
		r.held(base, events, fmt.Sprintf("%T", events[0]))
		switch r.random.IntN(16) {
		case 0:
			r.compareRevisions()
		case 1:
			r.mergeOption()
		}
	}
}

// furnish executes random commands of all kinds, so that a sequence begins with elements of many kinds.
func (r *effectsTrial) furnish() {
	r.site.must(changing.DefineMaterial{Name: "Brick"})
	r.site.must(changing.CreateFloor{LevelID: r.storey(1), Floor: fabric.Floor{Boundary: corners(-200, 6200),
		Thickness: geometry.MM(250)}})
	r.site.must(changing.CreateRoof{LevelID: r.storey(1), Roof: fabric.Roof{Boundary: corners(-200, 6200),
		RoofType: "gable", Slope: 30 * geometry.Degree, Thickness: geometry.MM(200), Offset: geometry.MM(2800)}})
	for range 2 {
		for _, maker := range r.makers() {
			r.model = r.site.view().Model
			r.command(maker())
		}
	}
}

func (r *effectsTrial) storey(i int) state.ID { return shape.Levels(r.site.view().Model)[i].ID }

func corners(from, to int64) []geometry.Point2 {
	return []geometry.Point2{at(from, from), at(to, from), at(to, to), at(from, to)}
}

// command executes a command whose effects are not checked.
func (r *effectsTrial) command(op changing.Operation) {
	base, d, err := r.site.decide(op)
	if err != nil || len(d.Events) == 0 {
		return
	}
	r.site.append(base, d.Events)
}

func (r *effectsTrial) accepted(op changing.Operation, after *state.Model) {
	r.given[fmt.Sprintf("%T", op)]++
	for _, category := range state.Categories {
		r.reached[string(category)] = r.reached[string(category)] || len(after.OfCategory(category)) > 0
	}
}

// events returns the events of a command, sometimes of several commands or of the undo of a change, or none if all are
// refused.
func (r *effectsTrial) events(base *View) []state.Event {
	switch r.random.IntN(10) {
	case 0:
		return r.undone(base)
	case 1:
		return r.batch(base, 2+r.random.IntN(6))
	}
	return r.batch(base, 1)
}

func (r *effectsTrial) undone(base *View) []state.Event {
	if len(r.done) == 0 {
		return nil
	}
	undone := r.done[r.random.IntN(len(r.done))]
	out, err := r.site.live.Undo(context.Background(), base, r.site.commandID(), undone[0], undone[1])
	if err != nil {
		return nil
	}
	return out.Decision.Events
}

// batch decides several commands, each on the state after the previous one.
func (r *effectsTrial) batch(base *View, steps int) []state.Event {
	var events []state.Event
	decide := func(c changing.Command) (changing.Decision, error) { return r.decidedAlike(base, c) }
	for i := range steps {
		op := r.next()
		d, err := decide(changing.Command{ID: fmt.Sprintf("%s/%d", r.site.commandID(), i), Do: op})
		if err != nil {
			continue
		}
		r.accepted(op, d.After)
		events = append(events, d.Events...)
		r.model = d.After
		decide = func(c changing.Command) (changing.Decision, error) { return domain.Decide(d.After, c) }
	}
	return events
}

// decidedAlike decides a command on a view and on its model alone. Both decisions must be equal.
func (r *effectsTrial) decidedAlike(v *View, c changing.Command) (changing.Decision, error) {
	d, err := v.Decide(c)
	c.Revision = state.Revision(v.Revision)
	plain, refused := domain.Decide(v.Model, c)
	if fmt.Sprint(err) != fmt.Sprint(refused) || !reflect.DeepEqual(d.Data, plain.Data) {
		r.t.Errorf("seed %d, %T: what is derived of the state changes the decision\n%s %v\n%s %v", r.seed, c.Do,
			d.Data, err, plain.Data, refused)
	}
	return d, err
}

// held checks the effects of events by a comparison, and stores the events.
func (r *effectsTrial) held(base *View, events []state.Event, what string) {
	preview := base.Preview(events)
	sameEffects(r.t, fmt.Sprintf("seed %d, revision %d, %s", r.seed, base.Revision, what),
		effectsOf(r.t, base, preview), base, preview, touchedBy(events))
	r.site.append(base, events)
	r.done = append(r.done, [2]uint64{base.Revision + 1, base.Revision + uint64(len(events))})
}

// compareRevisions checks the effects between an earlier state and the present one.
func (r *effectsTrial) compareRevisions() {
	late := r.site.view()
	early, err := r.site.live.At(context.Background(), testModel, MainBranch,
		uint64(r.random.IntN(int(late.Revision)))+1)
	if err != nil {
		r.t.Fatal(err)
	}
	compared, err := r.site.live.Compare(context.Background(), early, late)
	if err != nil {
		r.t.Fatal(err)
	}
	ids := compared.TheirsTouched.IDs()
	sameEffects(r.t, fmt.Sprintf("seed %d, revisions %d to %d", r.seed, early.Revision, late.Revision),
		effectsBetween(r.t, early, late, ids), early, late, ids)
}

// mergeOption executes some commands on a branch and on main. It checks the effects of the merge, and the effects
// between the base and both sides, by comparing all elements.
func (r *effectsTrial) mergeOption() {
	s := r.site
	option := s.branch(MainBranch, fmt.Sprintf("option-%d", s.commands))
	for range 6 {
		for _, branch := range []string{option.name, MainBranch} {
			v := s.viewOf(branch)
			r.model = v.Model
			if d, err := v.Decide(changing.Command{ID: s.commandID(), Do: r.next()}); err == nil && len(d.Events) > 0 {
				s.appendTo(branch, eventstore.At(v.Revision), d.Events)
			}
		}
	}
	compared, err := s.live.Compare(context.Background(), s.view(), s.viewOf(option.name))
	if err != nil {
		r.t.Fatal(err)
	}
	what := fmt.Sprintf("seed %d, revision %d", r.seed, compared.Ours.Revision)
	for side, v := range map[string]*View{"ours": compared.Ours, "theirs": compared.Theirs} {
		ids := compared.TheirsTouched.IDs()
		if side == "ours" {
			ids = compared.OursTouched.IDs()
		}
		sameEffects(r.t, what+", base to "+side, effectsBetween(r.t, compared.Base, v, ids), compared.Base, v, ids)
	}
	policy := oneOf(r.changes, merge.PolicyOurs, merge.PolicyTheirs)
	out, err := compared.Merge(s.commandID(), policy, nil)
	if err != nil || len(out.Decision.Events) == 0 {
		return
	}
	merged := &state.BranchMerged{MergeID: s.commandID(), Source: compared.Theirs.Point(),
		Target: compared.Ours.Point(), Base: compared.Base.Point(), Counts: out.Counts}
	r.held(s.view(), append(slices.Clone(out.Decision.Events), merged), "merge")
	r.done = nil // branchfork_test.go tests an undo of changes before a merge
}
