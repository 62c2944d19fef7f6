package approvals

import "strings"

// Transition is a possible step of a request for approval.
type Transition struct {
	From, To Status // From is "" for a new request
	When     string
}

// Transitions is the table of all steps. A test checks the events against it.
var Transitions = []Transition{
	{"", Pending, "approval.requested"},
	{Pending, Pending, "approval.granted, and more persons are needed"},
	{Pending, Given, "approval.granted, by as many persons as are needed"},
	{Pending, Refused, "approval.rejected"},
	{Pending, Lapsed, "the lifetime is over"},
	{Pending, Pending, "approval.revised: the effect is another one now"},
	{Pending, Withdrew, "another call quotes it, or the policy changed"},
	{Given, Used, "executed: approval.consumed in the same append"},
	{Given, Lapsed, "the lifetime is over"},
	{Given, Pending, "approval.revised: the effect is another one now"},
	{Given, Withdrew, "another call quotes it, or the policy changed"},
}

// Diagram returns the table as a state diagram for Mermaid.
func Diagram() string {
	var b strings.Builder
	b.WriteString("```mermaid\nstateDiagram-v2\n")
	for _, t := range Transitions {
		from := string(t.From)
		if from == "" {
			from = "[*]"
		}
		b.WriteString("  " + from + " --> " + string(t.To) + ": " + t.When + "\n")
	}
	for _, s := range []Status{Refused, Used, Lapsed, Withdrew} {
		b.WriteString("  " + string(s) + " --> [*]\n")
	}
	b.WriteString("```\n")
	return b.String()
}
