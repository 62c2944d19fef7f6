package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
)

// estate is an office of several houses that stand apart, in which an agent requests changes while others work. All
// calls go through one server; each names its caller.
type estate struct {
	*office
	houses int
	bot    mcp.Principal
	random *rand.Rand
}

func newEstate(t *testing.T, seed uint64) *estate { return newEstateOf(t, seed, 4) }

func newEstateOf(t *testing.T, seed uint64, houses int) *estate {
	e := &estate{office: newOffice(t), houses: houses, random: rand.New(rand.NewPCG(seed, 49)),
		bot: helper("element.created", "element.modified", "element.moved")}
	for i := range e.houses {
		x := 20_000 * (i + 1)
		for name, line := range map[string][4]int{"south": {0, 0, 6000, 0}, "east": {6000, 0, 6000, 4000},
			"north": {6000, 4000, 0, 4000}, "west": {0, 4000, 0, 0}} {
			e.make(e.at(i, name), "create_wall", `{"name":"%s","level_id":"$ground","start":[%d,%d],"end":[%d,%d],
				"height":2800,"thickness":200}`, e.at(i, name), x+line[0], line[1], x+line[2], line[3])
		}
		e.ok("join_elements", `{"element_ids":["$%s","$%s","$%s","$%s"],"join_type":"auto"}`, e.at(i, "south"),
			e.at(i, "east"), e.at(i, "north"), e.at(i, "west"))
		e.make(e.at(i, "door"), "place_door", `{"name":"%s","wall_id":"$%s","offset":1000,"width":900,"height":2100}`,
			e.at(i, "door"), e.at(i, "south"))
		e.make(e.at(i, "room"), "create_room", `{"name":"%s","level_id":"$ground","seed":[%d,2000]}`, e.at(i, "room"),
			x+3000)
		e.make(e.at(i, "desk"), "place_component", `{"name":"%s","category":"furniture","level_id":"$ground",
			"location":[%d,2000,0],"width":1400,"depth":700,"height":700}`, e.at(i, "desk"), x+3000)
	}
	return e
}

// at returns the name of an element in a house.
func (e *estate) at(house int, what string) string { return fmt.Sprintf("H%d-%s", house, what) }

// as calls a tool as a principal.
func (e *estate) as(p mcp.Principal, tool, arguments string) mcp.Envelope {
	e.t.Helper()
	for name, id := range e.id {
		arguments = strings.ReplaceAll(arguments, `"$`+name+`"`, `"`+id+`"`)
	}
	return e.server.Call(mcp.WithPrincipal(context.Background(), p), tool, json.RawMessage(arguments))
}

// asks makes a call of the agent that needs approval, and returns the request's id.
func (e *estate) asks(c call) string {
	e.t.Helper()
	a := e.as(e.bot, c.tool, c.arguments(""))
	if a.Success || a.Error.Code != int(state.ApprovalRequired) {
		e.t.Fatalf("%s %s: %+v %s", c.tool, c.args, a.Error, a.Data)
	}
	return a.Error.Data["approval_id"].(string)
}

// repeats repeats a call of the agent with its request.
func (e *estate) repeats(c call, id string) mcp.Envelope {
	e.t.Helper()
	return e.as(e.bot, c.tool, c.arguments(id))
}

func (e *estate) approver() *mcp.Approver {
	ann := mcp.LocalHuman()
	ann.ID = "ann"
	return &mcp.Approver{Store: e.store, Who: ann, Policy: approvals.DefaultPolicy(), Again: e.server.Redecide,
		Now: e.tick, NewID: func() string { return uuid.Must(uuid.NewV7()).String() }}
}

// grants lets a person approve the current plan of a request.
func (e *estate) grants(id string) error {
	e.t.Helper()
	a, ctx := e.approver(), context.Background()
	asked, err := a.Find(ctx, id)
	if err != nil {
		e.t.Fatal(err)
	}
	return a.Grant(ctx, asked, approvals.LevelTTY, "")
}

// call is a call of a tool; args are the members of its arguments object.
type call struct{ tool, args string }

func (c call) arguments(approvalID string) string {
	if approvalID != "" {
		return `{"reasoning":"again","approval_id":"` + approvalID + `",` + c.args + `}`
	}
	return `{"reasoning":"as the brief says",` + c.args + `}`
}

// reaching is a call of the agent in a house and a change by somebody else that affects it. told is what the approver
// must read about it.
type reaching struct {
	name        string
	call, other func(e *estate, house int) call
	told        []string // each occurs in one of the sentences; %s is the house
}

func set(element, parameter, value string) func(*estate, int) call {
	return func(e *estate, house int) call {
		return call{"modify_parameter", fmt.Sprintf(`"element_id":"$%s","parameter_name":"%s","value":%s`,
			e.at(house, element), parameter, value)}
	}
}

func deletes(element string) func(*estate, int) call {
	return func(e *estate, house int) call {
		return call{"delete_element", fmt.Sprintf(`"element_ids":["$%s"]`, e.at(house, element))}
	}
}

func moves(element string, x, y int) func(*estate, int) call {
	return func(e *estate, house int) call {
		return call{"move_element", fmt.Sprintf(`"element_id":"$%s","translation":[%d,%d,0]`, e.at(house, element), x,
			y)}
	}
}

func property(element, name, value string) func(*estate, int) call {
	return func(e *estate, house int) call {
		return call{"modify_parameter",
			fmt.Sprintf(`"element_id":"$%s","parameter_name":"Pset_WallCommon.%s","value":%s`,
				e.at(house, element), name, value)}
	}
}

func doorIn(wall string) func(*estate, int) call {
	return func(e *estate, house int) call {
		return call{"place_door", fmt.Sprintf(`"wall_id":"$%s","offset":1500,"width":900,"height":2100`,
			e.at(house, wall))}
	}
}

func desk(e *estate, house int) call {
	return call{"place_component", fmt.Sprintf(`"category":"furniture","level_id":"$ground",
		"location":[%d,1000,0],"width":600,"depth":600,"height":700`, 20_000*(house+1)+1000+e.random.IntN(200))}
}

// batch returns a function that makes a batch of calls.
func batch(calls ...func(*estate, int) call) func(*estate, int) call {
	return func(e *estate, house int) call {
		var operations []string
		for _, c := range calls {
			one := c(e, house)
			operations = append(operations, fmt.Sprintf(`{"tool":"%s","args":{%s}}`, one.tool, one.args))
		}
		return call{"apply_batch", `"operations":[` + strings.Join(operations, ",") + `]`}
	}
}

func copies(element string, y int) func(*estate, int) call {
	return func(e *estate, house int) call {
		return call{"copy_element", fmt.Sprintf(`"element_ids":["$%s"],"delta":[0,%d,0]`, e.at(house, element), y)}
	}
}

var reachings = []reaching{
	{"a height, changed before", set("north", "height", "3000"), set("north", "height", "2900"),
		[]string{"%s-north", "2800 -> 3000", "2900 -> 3000"}},
	{"a deletion of what is higher now", deletes("west"), set("west", "height", "3100"), []string{"%s-west"}},
	{"a deletion of what has a property now", deletes("north"), property("north", "FireRating", `"EI30"`),
		[]string{"%s-north", "FireRating"}},
	{"a deletion of what has a door now", deletes("north"), doorIn("north"), []string{"was not reached before"}},
	{"a deletion whose door is gone", deletes("south"), deletes("door"),
		[]string{"%s-door", "is not reached any more"}},
	{"a door in what is thicker now", doorIn("east"), set("east", "thickness", "300"), []string{"%s-east"}},
	{"a move of what was moved", moves("desk", 500, 0), moves("desk", 0, 300), []string{"%s-desk"}},
	{"a batch, one of whose elements changed", batch(set("north", "height", "3000"), moves("desk", 100, 0)),
		set("north", "height", "2900"), []string{"%s-north", "2900 -> 3000"}},
	{"a batch that deletes what has a door now", batch(deletes("north"), set("west", "height", "2700")),
		doorIn("north"), []string{"was not reached before"}},
	{"a deletion of a room whose wall moved", deletes("room"), moves("west", -300, 0), []string{"%s-room"}},
	{"a door in another wall that is thicker now", doorIn("north"), set("north", "thickness", "300"),
		[]string{"%s-north"}},
	{"a wall moved whose room became another", moves("east", 200, 0), moves("west", -300, 0), []string{"%s-room"}},
}

// disjoint makes random changes in other houses.
func (e *estate) disjoint(house, n int) {
	e.t.Helper()
	for range n {
		other := (house + 1 + e.random.IntN(e.houses-1)) % e.houses
		changes := []func(*estate, int) call{
			set("north", "height", fmt.Sprint(2500+e.random.IntN(400))),
			set("east", "thickness", fmt.Sprint(150+e.random.IntN(150))),
			moves("desk", e.random.IntN(100), e.random.IntN(100)), moves("west", -e.random.IntN(100), 0), desk,
			property("south", "FireRating", fmt.Sprintf(`"EI%d"`, 30+e.random.IntN(90))), set("room", "name",
				fmt.Sprintf(`"Room %d"`, e.random.IntN(1000))),
		}
		c := changes[e.random.IntN(len(changes))](e, other)
		if a := e.as(mcp.LocalHuman(), c.tool, c.arguments("")); !a.Success {
			e.t.Fatalf("%s %s: %+v", c.tool, c.args, a.Error)
		}
	}
}

func rounds(short int) int {
	if os.Getenv("BIMSTREAM_SOAK") == "1" {
		return 25 * short
	}
	return short
}

// TestAGrantOutlivesWhatOthersDoElsewhere checks that a grant holds for its effect. Changes elsewhere, before and after
// the decision, do not affect it, and the executed change equals the one shown.
func TestAGrantOutlivesWhatOthersDoElsewhere(t *testing.T) {
	calls := []func(*estate, int) call{desk, doorIn("west"), moves("desk", 250, 100), copies("desk", 400),
		set("room", "name", `"Study"`), batch(deletes("desk"), doorIn("west"))}
	for _, r := range reachings {
		calls = append(calls, r.call)
	}
	for round := range rounds(2) {
		e := newEstate(t, uint64(round))
		for i, make := range calls {
			house := e.random.IntN(e.houses)
			c := make(e, house)
			id := e.asks(c)
			e.disjoint(house, e.random.IntN(4))
			if err := e.grants(id); err != nil {
				t.Fatalf("round %d call %d: %s %s: %v", round, i, c.tool, c.args, err)
			}
			e.disjoint(house, 1+e.random.IntN(3))
			shown, _ := e.approver().Find(context.Background(), id)
			a := e.repeats(c, id)
			if !a.Success || a.EventID == nil {
				t.Fatalf("round %d call %d: %s %s: %+v", round, i, c.tool, c.args, a.Error)
			}
			for _, element := range shown.Plan.Affected {
				if element.Effect == "created" && !holdsElement(e, element.ElementID) {
					t.Errorf("%s %q was shown and is not there", element.Category, element.Name)
				}
			}
			if again := e.repeats(c, id); again.EventID != nil {
				t.Errorf("a grant is used twice: %s %s", c.tool, again.Data)
			}
			if undone := e.as(mcp.LocalHuman(), "undo", `{}`); !undone.Success {
				t.Fatal(undone.Error)
			}
		}
	}
}

func holdsElement(e *estate, id string) bool {
	return e.as(mcp.LocalHuman(), "get_element", `{"element_id":"`+id+`"}`).Success
}

// TestAnotherEffectGoesBackWithExactlyThatDifference checks that a change of the effect itself sends the request back
// to the approver, under its id, with exactly that difference. The requester is told, and after a second approval the
// call is executed.
func TestAnotherEffectGoesBackWithExactlyThatDifference(t *testing.T) {
	for round := range rounds(1) {
		e := newEstate(t, uint64(100+round))
		for i, r := range reachings {
			granted := (i+round)%2 == 0
			house := e.random.IntN(e.houses)
			c := r.call(e, house)
			id := e.asks(c)
			if granted {
				if err := e.grants(id); err != nil {
					t.Fatal(err)
				}
			}
			e.disjoint(house, e.random.IntN(3))
			other := r.other(e, house)
			if a := e.as(mcp.LocalHuman(), other.tool, other.arguments("")); !a.Success {
				t.Fatalf("%s: %s %s: %+v", r.name, other.tool, other.args, a.Error)
			}
			e.disjoint(house, e.random.IntN(3))
			if !granted { // the approver decides on the current head first
				if err := e.grants(id); state.CodeOf(err) != state.StaleApproval {
					t.Fatalf("%s: granted what has become another: %v", r.name, err)
				}
				e.holds(r, house, id)
			}
			a := e.repeats(c, id)
			if a.Success || a.Error.Code != int(state.ApprovalRequired) || a.Error.Data["approval_id"] != id {
				t.Fatalf("%s: %+v %s", r.name, a.Error, a.Data)
			}
			if _, told := a.Error.Data["changed"]; told != granted {
				t.Errorf("%s: the requester hears %v", r.name, a.Error.Data)
			}
			e.holds(r, house, id)
			e.disjoint(house, 1)
			if err := e.grants(id); err != nil {
				t.Fatalf("%s: %v", r.name, err)
			}
			if a := e.repeats(c, id); !a.Success {
				t.Fatalf("%s: agreed to again, it is refused: %+v", r.name, a.Error)
			}
			e = newEstate(t, uint64(1000*round+i))
		}
	}
}

// holds compares the request that a person reads with the expected difference.
func (e *estate) holds(r reaching, house int, id string) {
	e.t.Helper()
	asked, err := e.approver().Find(context.Background(), id)
	if err != nil || asked.Status != approvals.Pending || len(asked.Grants) > 0 {
		e.t.Fatalf("%s: %v %+v", r.name, err, asked.Status)
	}
	said := strings.Join(asked.Changed(), "\n")
	for _, words := range r.told {
		if words = strings.ReplaceAll(words, "%s", fmt.Sprintf("H%d", house)); !strings.Contains(said, words) {
			e.t.Errorf("%s: %q is not in\n%s", r.name, words, said)
		}
	}
	for other := range e.houses {
		if other != house && strings.Contains(said, fmt.Sprintf("H%d-", other)) {
			e.t.Errorf("%s: another house is named:\n%s", r.name, said)
		}
	}
}

// TestAGrantDoesNotDependOnHowTheReplyLooks checks that arguments that affect only the reply or the record are no part
// of the grant, and that a preview is always allowed.
func TestAGrantDoesNotDependOnHowTheReplyLooks(t *testing.T) {
	e := newEstate(t, 7)
	c := set("north", "height", "3000")(e, 1)
	id := e.asks(c)
	if err := e.grants(id); err != nil {
		t.Fatal(err)
	}
	with := call{c.tool, c.args + `,"effects":"figures","detail":"full","idempotency_key":"k","branch":"main"`}
	if a := e.repeats(with, id); !a.Success {
		t.Errorf("%+v", a.Error)
	}
	free := helper()
	shown := e.as(free, c.tool, `{"reasoning":"r","dry_run":true,"effects":"figures",`+
		set("west", "height", "3000")(e, 1).args+`}`)
	e.disjoint(1, 2)
	made := e.as(free, c.tool, `{"reasoning":"s","approval_id":"`+shown.PreviewID+`",`+
		set("west", "height", "3000")(e, 1).args+`}`)
	if !made.Success {
		t.Errorf("%+v", made.Error)
	}
	door := doorIn("west")(e, 2)
	shown = e.as(free, door.tool, `{"reasoning":"r","dry_run":true,`+door.args+`}`)
	e.disjoint(2, 2)
	made = e.as(free, door.tool, `{"reasoning":"r","approval_id":"`+shown.PreviewID+`",`+door.args+`}`)
	if !made.Success {
		t.Fatalf("%+v", made.Error)
	}
	if a, b := createdIn(t, shown), createdIn(t, made); !slices.Equal(a, b) {
		t.Errorf("the preview showed %v, made is %v", a, b)
	}
	other := e.as(free, c.tool, `{"reasoning":"s","approval_id":"`+shown.PreviewID+`",`+door.args+`}`)
	if other.Success {
		t.Error("a preview of another call is good")
	}
}

func createdIn(t *testing.T, a mcp.Envelope) (ids []string) {
	var data struct {
		Created []struct {
			ID string `json:"element_id"`
		}
	}
	if err := json.Unmarshal(a.Data, &data); err != nil {
		t.Fatal(err)
	}
	for _, e := range data.Created {
		ids = append(ids, e.ID)
	}
	return ids
}

// TestWhatWouldBeRefusedIsNotGranted checks that a call that would be refused is not granted.
func TestWhatWouldBeRefusedIsNotGranted(t *testing.T) {
	e := newEstate(t, 8)
	c := set("north", "height", "3000")(e, 1)
	id := e.asks(c)
	gone := deletes("north")(e, 1)
	if a := e.as(mcp.LocalHuman(), gone.tool, gone.arguments("")); !a.Success {
		t.Fatal(a.Error)
	}
	if err := e.grants(id); state.CodeOf(err) != state.IllegalState || !strings.Contains(err.Error(), "NOT_FOUND") {
		t.Errorf("granted: %v", err)
	}
	if a := e.repeats(c, id); a.Success || a.Error.Code != int(state.NotFound) {
		t.Errorf("%+v", a.Error)
	}
}

// TestTheSameCallTwiceMakesTwo checks that two requests for the same new element at the same state are both granted,
// each with an element of its own.
func TestTheSameCallTwiceMakesTwo(t *testing.T) {
	e := newEstate(t, 9)
	d := desk(e, 1)
	id := e.asks(d)
	if a := e.as(mcp.LocalHuman(), d.tool, d.arguments("")); !a.Success {
		t.Fatal(a.Error)
	}
	a := e.repeats(d, id)
	if a.Success || a.Error.Code != int(state.ApprovalRequired) || a.Error.Data["changed"] == nil {
		t.Errorf("%+v", a.Error)
	}
	if err := e.grants(id); err != nil {
		t.Fatal(err)
	}
	if a := e.repeats(d, id); !a.Success {
		t.Errorf("%+v", a.Error)
	}
}
