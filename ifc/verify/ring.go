package verify

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/ifc/express"
)

var ringRules = []Rule{
	{ID: "RING", Title: "No instance refers to itself, not even over others, and no object is a part of itself: by " +
		"aggregation, nesting, containment, voiding, filling or projection.", Severity: Standard, run: rings},
}

// rings reports every ring of references once, at its first instance. A valid file has no rings, because the schemas
// use relations wherever a ring would make sense. Examples: a placement relative to itself, a mapped item in its own
// representation map, an operand that is its own result. The two space boundaries of a pair are the exception: each
// names the other one.
func rings(c *check) {
	instances := c.model.Instances()
	c.applied = len(instances) > 0
	for _, ring := range ringsAmong(instances, c.referencesButOfPairs) {
		c.ring(ring, "refers to itself")
	}
	for _, ring := range ringsAmong(c.model.Of("IFCOBJECTDEFINITION"), c.parts()) {
		c.ring(ring, "is a part of itself")
	}
}

// referencesButOfPairs returns the instances that an instance refers to. Of two space boundaries that name each other
// as CorrespondingBoundary (IFC4, IfcRelSpaceBoundary2ndLevel) neither is returned for the other one.
func (c *check) referencesButOfPairs(x *express.Instance) []*express.Instance {
	references := c.model.References(x)
	if x.Class() != secondLevelBoundary {
		return references
	}
	other := c.one(x, "CORRESPONDINGBOUNDARY")
	if other == nil || other == x || other.Class() != secondLevelBoundary ||
		c.one(other, "CORRESPONDINGBOUNDARY") != x {
		return references
	}
	return slices.DeleteFunc(slices.Clone(references), func(r *express.Instance) bool { return r == other })
}

// secondLevelBoundary is the class of space boundaries that come in pairs.
const secondLevelBoundary = "IfcRelSpaceBoundary2ndLevel"

// ringMembers bounds the instances of a ring that a finding names.
const ringMembers = 5

func (c *check) ring(ring []*express.Instance, what string) {
	if len(ring) == 1 {
		c.at(ring[0], "", "the instance %s", what)
		return
	}
	var over []string
	for _, x := range ring[1:min(len(ring), ringMembers)] {
		over = append(over, fmt.Sprintf("#%d %s", x.ID, x.Class()))
	}
	c.at(ring[0], "", "the instance %s over %d others, such as %s", what, len(ring)-1, strings.Join(over, ", "))
}

// partRelations are the relations between an object and its parts, with the attributes for the whole and for the parts.
var partRelations = [][3]string{
	{"IFCRELAGGREGATES", "RELATINGOBJECT", "RELATEDOBJECTS"},
	{"IFCRELNESTS", "RELATINGOBJECT", "RELATEDOBJECTS"},
	{"IFCRELCONTAINEDINSPATIALSTRUCTURE", "RELATINGSTRUCTURE", "RELATEDELEMENTS"},
	{"IFCRELVOIDSELEMENT", "RELATINGBUILDINGELEMENT", "RELATEDOPENINGELEMENT"},
	{"IFCRELFILLSELEMENT", "RELATINGOPENINGELEMENT", "RELATEDBUILDINGELEMENT"},
	{"IFCRELPROJECTSELEMENT", "RELATINGELEMENT", "RELATEDFEATUREELEMENT"},
}

// parts returns a function that returns the parts of an object.
func (c *check) parts() func(*express.Instance) []*express.Instance {
	parts := map[*express.Instance][]*express.Instance{}
	for _, r := range partRelations {
		for _, rel := range c.model.Of(r[0]) {
			if whole := c.one(rel, r[1]); whole != nil {
				parts[whole] = append(parts[whole], c.many(rel, r[2])...)
			}
		}
	}
	return func(x *express.Instance) []*express.Instance { return parts[x] }
}

// ringsAmong returns the groups of instances that lead to one another, including single instances that lead to
// themselves. Each group is in the order of the instances, and the groups are in the order of their first instances.
// The time is proportional to the number of links.
func ringsAmong(instances []*express.Instance, next func(*express.Instance) []*express.Instance) [][]*express.Instance {
	s := ringSearch{place: make(map[*express.Instance]int32, len(instances)), next: next, instances: instances,
		number: make([]int32, len(instances)), low: make([]int32, len(instances)), open: make([]bool, len(instances))}
	for i, x := range instances {
		s.place[x] = int32(i)
	}
	for i := range instances {
		if s.number[i] == 0 {
			s.search(int32(i))
		}
	}
	slices.SortFunc(s.rings, func(a, b []int32) int { return int(a[0]) - int(b[0]) })
	out := make([][]*express.Instance, len(s.rings))
	for i, ring := range s.rings {
		for _, at := range ring {
			out[i] = append(out[i], instances[at])
		}
	}
	return out
}

// ringSearch finds strongly connected components (Tarjan 1972). It has its own stack, because the paths in a file may
// be longer than any call stack.
type ringSearch struct {
	instances []*express.Instance
	place     map[*express.Instance]int32
	next      func(*express.Instance) []*express.Instance

	count  int32
	number []int32 // number of each instance in the order of discovery, from 1; 0 if not yet discovered
	low    []int32 // the least number that the instance reaches
	open   []bool  // whether the instance is on the path
	path   []int32
	calls  []ringCall
	rings  [][]int32
}

// ringCall is an instance under search, with the links that are still to follow.
type ringCall struct {
	at   int32
	next []*express.Instance
	self bool // whether the instance leads to itself
}

func (s *ringSearch) search(from int32) {
	s.enter(from)
	for len(s.calls) > 0 {
		call := &s.calls[len(s.calls)-1]
		if len(call.next) == 0 {
			s.leave()
			continue
		}
		x := call.next[0]
		call.next = call.next[1:]
		to, known := s.place[x]
		switch {
		case !known:
		case s.number[to] == 0:
			s.enter(to)
		case s.open[to]:
			call.self = call.self || to == call.at
			s.low[call.at] = min(s.low[call.at], s.number[to])
		}
	}
}

func (s *ringSearch) enter(at int32) {
	s.count++
	s.number[at], s.low[at], s.open[at] = s.count, s.count, true
	s.path = append(s.path, at)
	s.calls = append(s.calls, ringCall{at: at, next: s.next(s.instances[at])})
}

// leave ends the search of the last call, and removes a complete component from the path.
func (s *ringSearch) leave() {
	call := s.calls[len(s.calls)-1]
	s.calls = s.calls[:len(s.calls)-1]
	if n := len(s.calls); n > 0 {
		above := s.calls[n-1].at
		s.low[above] = min(s.low[above], s.low[call.at])
	}
	if s.low[call.at] != s.number[call.at] {
		return
	}
	begin := len(s.path) - 1
	for s.path[begin] != call.at {
		begin--
	}
	component := slices.Clone(s.path[begin:])
	s.path = s.path[:begin]
	for _, at := range component {
		s.open[at] = false
	}
	if len(component) > 1 || call.self {
		slices.Sort(component)
		s.rings = append(s.rings, component)
	}
}
