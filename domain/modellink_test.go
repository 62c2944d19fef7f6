package domain

import (
	"testing"

	"github.com/bimstream/bimstream/geometry"
)

// linking decides an operation and returns the model after it.
func linking(t *testing.T, m *Model, id string, do Operation) *Model {
	t.Helper()
	d, err := Decide(m, Command{ID: id, Do: do})
	if err != nil {
		t.Fatal(err)
	}
	return d.After
}

func linkable(t *testing.T) *Model {
	return linking(t, NewModel(), "create", CreateModel{ID: "own", Name: "Own", Owner: "ann"})
}

func TestALinkIsAStateOfTheBranch(t *testing.T) {
	empty := linkable(t)
	one := linking(t, empty, "link", LinkModel{ModelID: "other", Name: " STR ", Discipline: "Structure"})
	link, ok := one.ModelLinkOf("STR")
	if !ok || link.State != LinkLive || link.Placement != PlacedByOrigin || link.Discipline != "structure" {
		t.Fatalf("linked as %+v", link)
	}
	name, state := "Structure", "delivery"
	two := linking(t, one, "update", UpdateLink{Link: "STR", Name: &name, State: &state})
	if after, _ := two.ModelLinkOf(string(link.ID)); after.Name != name || after.State != LinkDelivery ||
		after.Discipline != "structure" {
		t.Errorf("updated to %+v", after)
	}
	if same := linking(t, two, "again", UpdateLink{Link: name, State: &state}); same.Hash() != two.Hash() {
		t.Error("an update to what is so already changed the state")
	}
	if one.Hash() == empty.Hash() || two.Hash() == one.Hash() {
		t.Error("links are not in the hash of the state")
	}
	unpacked, err := Unpack(two.Pack(), OneByOne, nil)
	if err != nil || unpacked.Hash() != two.Hash() {
		t.Errorf("packed and unpacked the state is another one: %v", err)
	}
	if gone := linking(t, two, "unlink", UnlinkModel{Link: name}); gone.Hash() != empty.Hash() {
		t.Error("without the link the state is not that before it")
	}
	if l, _ := one.ModelLinkOf("STR"); l != link {
		t.Error("a later state changed the one before it")
	}
}

func TestALinkIsRefused(t *testing.T) {
	m := linking(t, linkable(t), "link", LinkModel{ModelID: "other", Name: "STR"})
	far, empty, given, offset := geometry.Point3{X: 100 * geometry.Kilometre}, " ", PlacedAsGiven, geometry.Point3{X: 1}
	for name, c := range map[string]struct {
		do   Operation
		code Code
	}{
		"itself":              {LinkModel{ModelID: "own", Name: "Self"}, IllegalState},
		"a name of another":   {LinkModel{ModelID: "third", Name: "str"}, AlreadyExists},
		"no name":             {LinkModel{ModelID: "third", Name: " "}, OutOfRange},
		"a reserved name":     {LinkModel{ModelID: "third", Name: "All"}, OutOfRange},
		"an offset by origin": {LinkModel{ModelID: "third", Name: "X", Offset: offset}, OutOfRange},
		"too far": {LinkModel{ModelID: "third", Name: "X", Placement: given, Offset: far},
			OutOfModelBounds},
		"update of none":    {UpdateLink{Link: "ARC"}, NotFound},
		"update to no name": {UpdateLink{Link: "STR", Name: &empty}, OutOfRange},
		"end of none":       {UnlinkModel{Link: "ARC"}, NotFound},
	} {
		if _, err := Decide(m, Command{ID: "refused", Do: c.do}); CodeOf(err) != c.code {
			t.Errorf("%s: %v, want %v", name, err, c.code)
		}
	}
}
