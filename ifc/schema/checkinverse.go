package schema

import (
	"fmt"

	"github.com/bimstream/bimstream/ifc/step"
)

// inverseRules are the inverse attributes that ask for a number of referring instances.
type inverseRules struct {
	all []Inverse
	// For each entity, once asked: the rules that its instances must meet, and those that they count for.
	met    map[*Entity][]int
	counts map[*Entity][]counting
	schema *Schema
}

// counting says that references in the argument at that place count for the rule.
type counting struct {
	rule, place int
}

func newInverseRules(s *Schema) *inverseRules {
	r := &inverseRules{schema: s, met: map[*Entity][]int{}, counts: map[*Entity][]counting{}}
	for _, e := range s.Entities {
		for _, inv := range e.Inverses {
			if inv.Low > 0 || inv.High != Unbounded {
				inv.Owner = e
				r.all = append(r.all, inv)
			}
		}
	}
	return r
}

func (r *inverseRules) metBy(e *Entity) []int {
	rules, known := r.met[e]
	if known {
		return rules
	}
	for i := range r.all {
		if e.Is(r.all[i].Owner) {
			rules = append(rules, i)
		}
	}
	r.met[e] = rules
	return rules
}

func (r *inverseRules) countedFrom(e *Entity) []counting {
	list, known := r.counts[e]
	if known {
		return list
	}
	for i := range r.all {
		if !e.IsA(r.all[i].Entity) {
			continue
		}
		if _, place, ok := e.Attribute(r.all[i].For); ok {
			list = append(list, counting{i, place})
		}
	}
	r.counts[e] = list
	return list
}

// inverseKey is one inverse attribute of one instance: the number of its rule above the place of the instance. A map
// finds a number faster than a pair.
type inverseKey uint64

func inverseOf(rule, place int) inverseKey { return inverseKey(rule)<<32 | inverseKey(uint32(place)) }

// referrers counts instances; the last is kept so that one that refers twice counts once.
type referrers struct {
	n, last int
}

func (c *checker) countInverses() {
	for i, e := range c.classes {
		if e == nil {
			continue
		}
		args := c.file.Instances[i].Args
		for _, k := range c.inverse.countedFrom(e) {
			if k.place < len(args) {
				c.countReferences(i, k, args[k.place])
			}
		}
	}
}

func (c *checker) countReferences(from int, k counting, v step.Value) {
	owner := c.inverse.all[k.rule].Owner
	step.EachRef(v, func(id int) {
		to, ok := c.index.Place(id)
		if !ok || !c.classes[to].Is(owner) {
			return
		}
		key := inverseOf(k.rule, to)
		r := c.referrer[key]
		if r.n > 0 && r.last == from {
			return
		}
		c.referrer[key] = referrers{r.n + 1, from}
	})
}

// inverses checks the inverse attributes of the i-th instance.
func (c *checker) inverses(i int) {
	e := c.classes[i]
	if e == nil {
		return
	}
	for _, rule := range c.inverse.metBy(e) {
		inv := &c.inverse.all[rule]
		n := c.referrer[inverseOf(rule, i)].n
		if n < inv.Low || inv.High != Unbounded && n > inv.High {
			c.report(i, inv.Name, WrongInverse, "%d of %s.%s refer to it, instead of %s", n, inv.Entity, inv.For, inv.bounds())
		}
	}
}

func (inv *Inverse) bounds() string {
	switch {
	case inv.Low == inv.High:
		return fmt.Sprintf("exactly %d", inv.Low)
	case inv.High == Unbounded:
		return fmt.Sprintf("at least %d", inv.Low)
	}
	return fmt.Sprintf("%d to %d", inv.Low, inv.High)
}
