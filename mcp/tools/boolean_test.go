package tools

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp/app"
)

// written returns the JSON of a part of an answer.
func (a answer) written() string {
	text, err := json.Marshal(a.value)
	if err != nil {
		a.t.Fatal(err)
	}
	return string(text)
}

const post = `"base_level":"$ground","location":[1000,9000],"height":3000,"profile":{"shape":"rectangle","width":400,"depth":400}`

// TestBooleanOperation checks that the tool returns the result with its volume and area and the removed parts, and
// stores a relation to the operands.
func TestBooleanOperation(t *testing.T) {
	o := newOffice(t)
	o.make("free", "create_wall",
		`{"level_id":"$ground","start":[0,9000],"end":[5000,9000],"height":3000,"thickness":200}`)
	o.make("post", "create_column", `{`+post+`}`)
	kept := o.ok("boolean_operation",
		`{"element_a":"$free","element_b":"$post","operation":"subtract","keep_operands":true}`)
	var change app.Change
	if err := json.Unmarshal([]byte(kept.written()), &change); err != nil {
		t.Fatal(err)
	}
	// The volume is 3.0 m3 less 0.24 m3. The area consists of sides 2 x 4.6 x 3, ends 4 x 0.2 x 3, and base and top 2 x
	// 4.6 x 0.2.
	result := change.Created[0]
	if result.VolumeM3 == nil || *result.VolumeM3 != 2.76 || result.AreaM2 == nil ||
		*result.AreaM2 != 31.84 || len(change.Deleted) != 0 {
		t.Errorf("the answer is %s", kept.written())
	}
	o.id["cut"] = string(result.ElementID)
	related := o.ok("relationship_query", `{"element_id":"$cut","relationship_type":"combined"}`).written()
	for _, name := range []string{"free", "post"} {
		if !strings.Contains(related, o.id[name]) {
			t.Errorf("the result is not related to the %s: %s", name, related)
		}
	}
	absorbed := o.ok("boolean_operation",
		`{"element_a":"$free","element_b":"$post","operation":"union","detail":"full"}`).written()
	if !strings.Contains(absorbed, `"type":"elements.combined"`) ||
		!strings.Contains(absorbed, `"type":"element.deleted"`) {
		t.Errorf("the answer is %s", absorbed)
	}
	o.refused(state.NotFound, "boolean_operation", `{"element_a":"$free","element_b":"$cut","operation":"union"}`)
	o.refused(state.EmptyResult, "boolean_operation",
		`{"element_a":"$south","element_b":"$cut","operation":"intersect"}`)
}

// TestOperandsOnOtherBranches checks that for an operand that exists only on another branch the error names that
// branch.
func TestOperandsOnOtherBranches(t *testing.T) {
	o := newOffice(t)
	o.ok("create_branch", `{"name":"option"}`)
	o.make("post", "create_column", `{"branch":"option",`+post+`}`)
	if branch := o.refused(state.BranchMismatch, "boolean_operation",
		`{"element_a":"$south","element_b":"$post","operation":"union"}`).at("branch").text(); branch != "option" {
		t.Errorf("it is on %q", branch)
	}
}
