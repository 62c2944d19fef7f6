package tools

import (
	"os"
	"regexp"
	"testing"
)

// TestLinkedModelsAreHalftoneInPlans checks that the columns of a linked model are drawn in half the ink of the model's
// own walls. Alone they are drawn in full ink.
func TestLinkedModelsAreHalftoneInPlans(t *testing.T) {
	o := newProject(t)
	inks := func(models string) map[string]bool {
		path := o.ok("create_plan", `{"model_id":"$model","models":%s,"level_id":"Ground","format":"svg"}`,
			models).at("path").text()
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		out := map[string]bool{}
		for _, m := range regexp.MustCompile(`<path[^>]*`+o.id["inside"]+`[^>]* stroke="(#[0-9a-f]{6})"`).
			FindAllStringSubmatch(string(text), -1) {
			out[m[1]] = true
		}
		return out
	}
	if got := inks(`["all"]`); len(got) != 1 || !got["#7f7f7f"] {
		t.Errorf("beside the model's own walls the column is drawn in %v", got)
	}
	if got := inks(`["STR"]`); len(got) != 1 || !got["#000000"] {
		t.Errorf("alone the column is drawn in %v", got)
	}
}
