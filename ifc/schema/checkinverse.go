package schema

import (
	"fmt"

	"github.com/bimstream/bimstream/ifc/step"
)

// inverseRules are the inverse attributes that require a certain number of referring instances.
type inverseRules struct{ all []Inverse }

// counting names an argument by its place, and the rule that counts the references in it.
type counting struct {
	rule, place int
}

func newInverseRules(s *Schema) *inverseRules {
	r := &inverseRules{}
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

// metBy returns the rules that an entity's instances must satisfy.
func (r *inverseRules) metBy(e *Entity) []int {
	var rules []int
	for i := range r.all {
		if e.Is(r.all[i].Owner) {
			rules = append(rules, i)
		}
	}
	return rules
}

// countedFrom returns the rules that count the references in an entity's instances.
func (r *inverseRules) countedFrom(e *Entity) []counting {
	var list []counting
	for i := range r.all {
		if !e.IsA(r.all[i].Entity) {
			continue
		}
		if _, place, ok := e.Attribute(r.all[i].For); ok {
			list = append(list, counting{i, place})
		}
	}
	return list
}

// inverseKey is one inverse attribute of one instance: the number of its rule in the upper bits, the place of the
// instance in the lower bits. A map finds a key that is a number faster than a pair.
type inverseKey uint64

func inverseOf(rule, place int) inverseKey { return inverseKey(rule)<<32 | inverseKey(uint32(place)) }

// referrers counts referring instances. It keeps the last referring instance, so that an instance that refers twice
// counts once.
type referrers struct {
	n, last int
}

// referredOf is the approximate number of instances in a file per instance whose referrers are counted. It determines
// only the initial size of the table.
const referredOf = 4

func (c *checker) countInverses() {
	c.referred = make([]bool, len(c.classes))
	c.referrer = make(map[inverseKey]referrers, len(c.classes)/referredOf)
	for i := range c.classes {
		if i%step.Heard == 0 && c.cancelled() {
			return
		}
		k := c.class(i)
		if k == nil {
			continue
		}
		args := c.file.Instances[i].Args
		for _, count := range k.counts {
			if count.place < len(args) {
				c.countReferences(i, count, args[count.place])
			}
		}
	}
}

func (c *checker) countReferences(from int, k counting, v step.Value) {
	switch v := v.(type) {
	case step.Ref:
		c.countReference(from, k, int(v))
	case step.List:
		for _, item := range v {
			c.countReferences(from, k, item)
		}
	case step.Typed:
		c.countReferences(from, k, v.Value)
	}
}

func (c *checker) countReference(from int, k counting, id int) {
	to, ok := c.index.Place(id)
	if !ok || !c.entity(to).Is(c.inverse.all[k.rule].Owner) {
		return
	}
	key := inverseOf(k.rule, to)
	r := c.referrer[key]
	if r.n > 0 && r.last == from {
		return
	}
	c.referrer[key] = referrers{r.n + 1, from}
	c.referred[to] = true
}

// inverses checks the inverse attributes of the instances with indices from <= i < to.
func (c *checker) inverses(from, to int) []Finding {
	var out []Finding
	for i := from; i < to; i++ {
		if i%step.Heard == 0 && c.cancelled() {
			break
		}
		k := c.class(i)
		if k == nil {
			continue
		}
		for _, rule := range k.met {
			n := 0
			if c.referred[i] {
				n = c.referrer[inverseOf(rule, i)].n
			}
			if inv := &c.inverse.all[rule]; n < inv.Low || inv.High != Unbounded && n > inv.High {
				out = append(out, c.finding(i, inv.Name,
					faulty(WrongInverse, "%d of %s.%s refer to it, instead of %s", n,
						inv.Entity, inv.For, inv.bounds())))
			}
		}
	}
	return out
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
