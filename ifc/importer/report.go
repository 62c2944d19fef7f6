package importer

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"unicode"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/building"
)

// Report counts the products that were read and lists the data that were left out or simplified.
type Report struct {
	Taken []Taken // products that became elements, by class and category
	Left  []Left  // data that were left out, in the order of the file
}

// Taken is the number of products of one class that became elements of one category.
type Taken struct {
	Class    string         `json:"class"`
	Category state.Category `json:"category"`
	Count    int            `json:"count"`
}

// Kind is the degree to which something is missing.
type Kind string

// The kinds of missing data.
const (
	NotTaken   Kind = "not_taken"  // the model has nothing of it
	Simplified Kind = "simplified" // it is in the model, but not with all data of the file
	FixedBody  Kind = "fixed_body" // it has a body without parameters, though its class has a category
)

// Left describes data of the file that are not in the model, or not as they are in the file.
type Left struct {
	Kind     Kind   `json:"kind"`
	Class    string `json:"class"`
	Reason   string `json:"reason"`
	Number   int    `json:"number,omitempty" jsonschema:"of the instance in the file"`
	GlobalID string `json:"global_id,omitempty"`
	Name     string `json:"name,omitempty"`
	Detail   string `json:"detail,omitempty"`
	Count    int    `json:"count,omitempty" jsonschema:"of instances, where it is not one"`
}

// Counts returns how often each class was left out or simplified for each reason, sorted by class and reason.
func (r Report) Counts() []state.LeftCount {
	counts := map[[2]string]int{}
	for _, l := range r.Left {
		counts[[2]string{l.Class, string(l.Kind) + ": " + l.Reason}] += max(1, l.Count)
	}
	out := make([]state.LeftCount, 0, len(counts))
	for key, n := range counts {
		out = append(out, state.LeftCount{Class: key[0], Reason: key[1], Count: n})
	}
	slices.SortFunc(out, func(a, b state.LeftCount) int {
		return cmp.Or(cmp.Compare(a.Class, b.Class), cmp.Compare(a.Reason, b.Reason))
	})
	return out
}

// Count returns the number of entries of the given kind.
func (r Report) Count(kind Kind) int {
	n := 0
	for _, l := range r.Left {
		if l.Kind == kind {
			n += max(1, l.Count)
		}
	}
	return n
}

// left records that the model lacks data of a product.
func (r *Report) left(kind Kind, p *building.Product, reason, detail string) {
	r.Left = append(r.Left, Left{Kind: kind, Class: p.Class, Reason: reason, Number: p.Number, GlobalID: p.GlobalID,
		Name: p.Name, Detail: detail})
}

// leftCounted records a number of instances of a class that the model cannot hold.
func (r *Report) leftCounted(class, reason string, count int) {
	r.Left = append(r.Left, Left{Kind: NotTaken, Class: class, Reason: reason, Count: count})
}

// leftInstance records an instance that is no product, such as a relation.
func (r *Report) leftInstance(class string, in instance, reason string) {
	r.Left = append(r.Left, Left{Kind: NotTaken, Class: class, Reason: reason, Number: in.number,
		GlobalID: in.globalID, Name: in.name})
}

// instance identifies an instance in a report.
type instance struct {
	number         int
	globalID, name string
}

func (r *Report) taken(class string, category state.Category) {
	for i := range r.Taken {
		if r.Taken[i].Class == class && r.Taken[i].Category == category {
			r.Taken[i].Count++
			return
		}
	}
	r.Taken = append(r.Taken, Taken{class, category, 1})
}

// reasonOf returns the reason of a refusal without the values of the particular case, and the whole message.
func reasonOf(err error) (reason, detail string) {
	if u, ok := errors.AsType[*building.Unreadable](err); ok {
		return u.Class + ": " + cause(u.Reason), u.Error()
	}
	if known, ok := errors.AsType[*state.Error](err); ok {
		return known.Code.Name(), known.Message
	}
	if f, ok := err.(form); ok {
		return string(f), ""
	}
	return short(err.Error()), err.Error()
}

// cause returns a reason without its values. If a place with a number precedes the reason, it returns only the part
// after the place.
func cause(reason string) string {
	if i := strings.LastIndex(reason, ": "); i >= 0 && !strings.ContainsFunc(reason[i:], unicode.IsDigit) &&
		strings.ContainsFunc(reason[:i], unicode.IsDigit) {
		return reason[i+2:]
	}
	return strings.TrimSpace(short(reason))
}

// short returns a reason up to its first value, so that equal reasons are counted together.
func short(reason string) string {
	for i, r := range reason {
		if r == ':' || r == ',' || (r >= '0' && r <= '9') {
			return reason[:i]
		}
	}
	return reason
}

// form is an error that states why something does not have the form that its category needs.
type form string

func (f form) Error() string { return string(f) }
