package approvals

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// EffectOf returns the SHA-256 of the effects of a plan, independent of the head of its branch. It covers the call and
// its target, inputs other than the branch (digest), the events, the new findings, and all reached elements before and
// after. named reports whether the call itself gives a name. The result is "" if the data of an event is not JSON.
//
// Other people's changes to the branch do not alter this hash, unless they change an element that the plan reads,
// changes or affects.
func (p Plan) EffectOf(digest string, events []PlannedEvent, named func(string) bool, reached []Row) string {
	type row struct {
		ID, Effect, Measured string
		Was, Is              any
	}
	rows := make([]row, len(reached))
	for i, r := range reached {
		rows[i] = row{r.ElementID, r.Effect, r.Measured, r.Was, r.Is}
	}
	slices.SortStableFunc(rows, func(a, b row) int { return strings.Compare(a.ID, b.ID) })
	bound := make([]PlannedEvent, len(events))
	for i, e := range events {
		bound[i] = e.bound(named)
	}
	text, err := json.Marshal(struct {
		Tool, ModelID, Branch, Arguments, Digest string
		Events                                   []PlannedEvent
		Rows                                     []row
		Findings                                 []string `json:",omitempty"`
	}{p.Tool, p.ModelID, p.Branch, p.Arguments, digest, bound, rows, p.Checks.news()})
	if err != nil {
		return ""
	}
	return hash(text)
}

// automatic matches a name given by the program: a word and a number.
var automatic = regexp.MustCompile(`^.+ [0-9]+$`)

// bound returns an event with only the parts that a grant is bound to. It drops the number in an automatic name, which
// counts earlier elements, and the states that a merge names. At another head these parts differ although the effect is
// the same.
func (e PlannedEvent) bound(named func(string) bool) PlannedEvent {
	switch e.Type {
	case "element.created", "constraint.added":
		data, ok := decoded(e.Data).(map[string]any)
		if !ok {
			return e
		}
		element, _ := data["element"].(map[string]any)
		if name, _ := element["name"].(string); name != "" && automatic.MatchString(name) && !named(name) {
			element["name"] = ""
			return e.with(data)
		}
	case "branch.merged":
		if data, ok := decoded(e.Data).(map[string]any); ok {
			delete(data, "merge_id")
			delete(data, "target")
			delete(data, "base")
			return e.with(data)
		}
	}
	return e
}

func (e PlannedEvent) with(data map[string]any) PlannedEvent {
	if raw, err := json.Marshal(data); err == nil {
		e.Data = raw
	}
	return e
}

// decoded decodes JSON, keeping numbers as written. It returns nil for invalid JSON.
func decoded(raw json.RawMessage) any {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var out any
	if d.Decode(&out) != nil {
		return nil
	}
	return out
}

// Same reports whether a plan has the requested effect.
func (a *Approval) Same(p Plan) bool {
	if a.Plan.Effect == "" {
		return a.Plan.SHA256 == p.SHA256
	}
	return a.Plan.Effect == p.Effect
}

// Bounds of the description of differences.
const (
	MaxChanged      = 20 // sentences, each of MaxChange
	maxChangedParts = 4  // of one event
	maxChangedValue = 60
)

// Differences describes in sentences how a plan differs from the one before: in the elements that it reaches, its
// events and its inputs. It returns at least one sentence, even if too little is stored to name the difference.
func Differences(was, is *Planned) []string {
	told := map[string]bool{}
	out := reachedDifferences(told, was.Reached, is.Reached)
	out = append(out, eventDifferences(told, was.Events, is.Events)...)
	out = append(out, findingDifferences(was.Findings, is.Findings)...)
	if was.Digest != is.Digest {
		out = append(out, "what it rests on beside the branch, such as the branch that is merged or what it says "+
			"besides, is another one now")
	}
	if len(out) == 0 {
		out = append(out, "what differs is beyond what is kept of the plan: look at all of it")
	}
	if more := len(out) - MaxChanged; more > 0 {
		out = append(out[:MaxChanged-1], fmt.Sprintf("and %d more differences", more+1))
	}
	for i, sentence := range out {
		out[i] = short(sentence, MaxChange)
	}
	return out
}

// reachedDifferences describes elements that are newly reached, no longer reached, or reached in another way. It adds
// the ids of these elements to told.
func reachedDifferences(told map[string]bool, was, is []Row) (out []string) {
	before, now := map[string]Row{}, map[string]bool{}
	for _, r := range was {
		before[r.ElementID] = r
	}
	for _, r := range is {
		now[r.ElementID] = true
		old, there := before[r.ElementID]
		known := len(out)
		switch {
		case !there:
			out = append(out, r.inWords()+": was not reached before")
		case old.Effect != r.Effect:
			out = append(out, fmt.Sprintf("%s %q: %s before, %s now", r.What(), r.Name, old.Effect, r.Effect))
		case old.Measured != r.Measured || old.Change != r.Change && facets(old) != facets(r):
			out = append(out, fmt.Sprintf("%s %q: %s before, %s now", r.What(), r.Name, said(old.Change),
				said(r.Change)))
		case !sameBox(old.Affected, r.Affected):
			out = append(out, fmt.Sprintf("%s %q: lies elsewhere or is larger or smaller than it was", r.What(),
				r.Name))
		}
		told[r.ElementID] = len(out) > known
	}
	for _, r := range was {
		if !now[r.ElementID] {
			told[r.ElementID] = true
			out = append(out, r.inWords()+": is not reached any more")
		}
	}
	return out
}

// facets returns the part of a change that names facets, without the measured part.
func facets(a Row) string { return strings.TrimSuffix(a.Change, a.Measured) }

func (a Affected) inWords() string {
	out := fmt.Sprintf("%s %q %s", a.What(), a.Name, a.Effect)
	if a.Change != "" {
		out += " (" + a.Change + ")"
	}
	return out
}

func said(change string) string {
	if change == "" {
		return "nothing that is measured"
	}
	return change
}

func sameBox(a, b Affected) bool {
	same := func(x, y any) bool {
		p, _ := json.Marshal(x) // numbers
		q, _ := json.Marshal(y)
		return bytes.Equal(p, q)
	}
	return same(a.Was, b.Was) && same(a.Is, b.Is)
}

// eventDifferences describes how events with one type and subject differ, except for elements in told.
func eventDifferences(told map[string]bool, was, is []PlannedEvent) (out []string) {
	none := func(string) bool { return false }
	before := map[string][]PlannedEvent{}
	for _, e := range was {
		before[e.subject()] = append(before[e.subject()], e.bound(none))
	}
	for _, e := range is {
		if told[e.about().id] {
			continue
		}
		key, now := e.subject(), e.bound(none)
		if len(before[key]) == 0 {
			out = append(out, "an event "+key+" is new")
			continue
		}
		old := before[key][0]
		before[key] = before[key][1:]
		parts := partDifferences(nil, "", decoded(old.Data), decoded(now.Data))
		if len(parts) > 0 {
			out = append(out, key+": "+strings.Join(parts[:min(len(parts), maxChangedParts)], ", "))
		}
	}
	for _, e := range was {
		if key := e.subject(); len(before[key]) > 0 && !told[e.about().id] {
			before[key] = before[key][1:]
			out = append(out, "an event "+key+" is not there any more")
		}
	}
	return out
}

// findingDifferences describes the findings that only one of the two versions of a plan causes.
func findingDifferences(was, is []Finding) (out []string) {
	differ := func(a, b []Finding, words string) {
		for _, f := range a {
			if !slices.ContainsFunc(b, func(other Finding) bool { return other.Key == f.Key }) {
				out = append(out, words+f.Check+": "+f.Says)
			}
		}
	}
	differ(is, was, "it brings what was not told, ")
	differ(was, is, "it does not bring any more, ")
	return out
}

// subject returns the type of an event and the name or id of its subject.
func (e PlannedEvent) subject() string {
	about := e.about()
	if name := cmp.Or(about.name, about.id); name != "" {
		return e.Type + " " + name
	}
	return e.Type
}

// subject is the element or other object of an event, if the event names one.
type subject struct{ id, name string }

func (e PlannedEvent) about() subject {
	var data struct {
		ElementID string `json:"element_id"`
		Name      string `json:"name"`
		Element   struct {
			ID   string `json:"id"`
			Name string `json:"name"`
		} `json:"element"`
	}
	_ = json.Unmarshal(e.Data, &data) // data of another form is named by its type
	return subject{cmp.Or(data.Element.ID, data.ElementID), cmp.Or(data.Element.Name, data.Name)}
}

// partDifferences appends a line "path was -> is" for each part in which two values differ.
func partDifferences(out []string, path string, was, is any) []string {
	was, is = byName(was, is)
	a, aMap := was.(map[string]any)
	b, bMap := is.(map[string]any)
	if aMap && (bMap || is == nil) || bMap && was == nil {
		keys := map[string]bool{}
		for k := range a {
			keys[k] = true
		}
		for k := range b {
			keys[k] = true
		}
		for _, k := range sorted(keys) {
			out = partDifferences(out, strings.TrimPrefix(path+"."+k, "."), a[k], b[k])
		}
		return out
	}
	x, aList := was.([]any)
	y, bList := is.([]any)
	if aList && bList && len(x) == len(y) {
		for i := range x {
			out = partDifferences(out, fmt.Sprintf("%s[%d]", path, i), x[i], y[i])
		}
		return out
	}
	if p, q := jsonText(was), jsonText(is); p != q {
		out = append(out, fmt.Sprintf("%s %s -> %s", path, short(p, maxChangedValue), short(q, maxChangedValue)))
	}
	return out
}

// byName converts two lists of named items, such as property sets, to maps by name; one list may be missing. It returns
// other values unchanged.
func byName(was, is any) (any, any) {
	a, aNamed := namedItems(was)
	b, bNamed := namedItems(is)
	if aNamed && (bNamed || is == nil) || bNamed && was == nil {
		return a, b
	}
	return was, is
}

func namedItems(v any) (map[string]any, bool) {
	out := map[string]any{}
	list, ok := v.([]any)
	for _, item := range list {
		fields, _ := item.(map[string]any)
		name, _ := fields["name"].(string)
		if name == "" || out[name] != nil {
			return nil, false
		}
		out[name] = item
	}
	return out, ok && len(list) > 0
}

func sorted(keys map[string]bool) []string {
	out := make([]string, 0, len(keys))
	for k := range keys {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

func jsonText(v any) string {
	if v == nil {
		return "none"
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(raw)
}

// short returns a text, cut after a whole character if it is too long.
func short(text string, most int) string {
	if len(text) <= most {
		return text
	}
	end := most - len("...")
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "..."
}

// keptReached returns the first reached elements, up to MaxKept bytes, and the number of elements that it leaves out.
func keptReached(all []Row) ([]Row, int) {
	size := 0
	for i, r := range all {
		raw, err := json.Marshal(r)
		if size += len(raw); err != nil || size > MaxKept {
			return all[:i:i], len(all) - i
		}
	}
	return all, 0
}
