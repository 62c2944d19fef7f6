package domain

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	modelstate "github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// linking decides an operation and returns the model after it.
func linking(t *testing.T, m *modelstate.Model, id string, do change.Operation) *modelstate.Model {
	t.Helper()
	d, err := Decide(m, change.Command{ID: id, Do: do})
	if err != nil {
		t.Fatal(err)
	}
	return d.After
}

func linkable(t *testing.T) *modelstate.Model {
	return linking(t, modelstate.NewModel(), "create", change.CreateModel{ID: "own", Name: "Own", Owner: "ann"})
}

func TestALinkIsAStateOfTheBranch(t *testing.T) {
	empty := linkable(t)
	one := linking(t, empty, "link", change.LinkModel{ModelID: "other", Name: " STR ", Discipline: "Structure"})
	link, ok := one.ModelLinkOf("STR")
	if !ok || link.State != shape.LinkLive || link.Placement != modelstate.PlacedByOrigin ||
		link.Discipline != "structure" {
		t.Fatalf("linked as %+v", link)
	}
	name, state := "Structure", "delivery"
	two := linking(t, one, "update", change.UpdateLink{Link: "STR", Name: &name, State: &state})
	if after, _ := two.ModelLinkOf(string(link.ID)); after.Name != name || after.State != shape.LinkDelivery ||
		after.Discipline != "structure" {
		t.Errorf("updated to %+v", after)
	}
	if same := linking(t, two, "again", change.UpdateLink{Link: name, State: &state}); same.Hash() != two.Hash() {
		t.Error("an update to what is so already changed the state")
	}
	if one.Hash() == empty.Hash() || two.Hash() == one.Hash() {
		t.Error("links are not in the hash of the state")
	}
	unpacked, err := modelstate.Unpack(two.Pack(), modelstate.OneByOne, nil)
	if err != nil || unpacked.Hash() != two.Hash() {
		t.Errorf("packed and unpacked the state is another one: %v", err)
	}
	if gone := linking(t, two, "unlink", change.UnlinkModel{Link: name}); gone.Hash() != empty.Hash() {
		t.Error("without the link the state is not that before it")
	}
	if l, _ := one.ModelLinkOf("STR"); l != link {
		t.Error("a later state changed the one before it")
	}
}

func TestALinkIsRefused(t *testing.T) {
	m := linking(t, linkable(t), "link", change.LinkModel{ModelID: "other", Name: "STR"})
	far, empty, given, offset := geometry.Point3{X: 100 * geometry.Kilometre}, " ", modelstate.PlacedAsGiven,
		geometry.Point3{X: 1}
	for name, c := range map[string]struct {
		do   change.Operation
		code modelstate.Code
	}{
		"itself":              {change.LinkModel{ModelID: "own", Name: "Self"}, modelstate.IllegalState},
		"a name of another":   {change.LinkModel{ModelID: "third", Name: "str"}, modelstate.AlreadyExists},
		"no name":             {change.LinkModel{ModelID: "third", Name: " "}, modelstate.OutOfRange},
		"a reserved name":     {change.LinkModel{ModelID: "third", Name: "All"}, modelstate.OutOfRange},
		"an offset by origin": {change.LinkModel{ModelID: "third", Name: "X", Offset: offset}, modelstate.OutOfRange},
		"too far": {change.LinkModel{ModelID: "third", Name: "X", Placement: given, Offset: far},
			modelstate.OutOfModelBounds},
		"update of none":    {change.UpdateLink{Link: "ARC"}, modelstate.NotFound},
		"update to no name": {change.UpdateLink{Link: "STR", Name: &empty}, modelstate.OutOfRange},
		"end of none":       {change.UnlinkModel{Link: "ARC"}, modelstate.NotFound},
	} {
		if _, err := Decide(m, change.Command{ID: "refused", Do: c.do}); modelstate.CodeOf(err) != c.code {
			t.Errorf("%s: %v, want %v", name, err, c.code)
		}
	}
}
