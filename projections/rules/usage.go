package rules

import (
	_ "embed"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
)

// usage is what the name of a room says of it: a row of usage.tsv, of which the first that matches counts.
type usage struct {
	pattern   *regexp.Regexp
	kind      string
	habitable string  // y, n, or wet
	group     string  // occupancy group of IBC 302, "-" for none of its own
	perPerson float64 // floor area a person, ft2 (IBC table 1004.5); 0 where nobody is counted
}

//go:embed usage.tsv
var usageTable string

var usages = sync.OnceValue(func() []usage {
	var out []usage
	for i, line := range strings.Split(strings.TrimSpace(usageTable), "\n") {
		cells := strings.Split(line, "\t")
		if i == 0 {
			continue
		}
		perPerson, err := strconv.ParseFloat(cells[4], 64)
		if err != nil || len(cells) != 6 {
			panic("rules: usage.tsv is faulty: " + line)
		}
		out = append(out, usage{regexp.MustCompile("(?i)" + cells[0]), cells[1], cells[2], cells[3], perPerson})
	}
	return out
})

// squareFoot is in m2, exactly.
const squareFoot = 0.09290304

// used is what a text says of the use of a room; found is false where it says nothing.
type used struct {
	usage
	found bool
}

// usageOf returns what a room is used for: by its usage, else by its name; false where neither says.
func (s *subjects) usageOf(e *state.Element) (usage, bool) {
	room, ok := e.Params.(*room.Room)
	if !ok {
		return usage{}, false
	}
	for _, text := range []string{room.Usage, e.Name} {
		if text == "" {
			continue
		}
		if u := recalledOf(&s.known, &s.known.uses, keptFacts, text, func() used { return useIn(text) }); u.found {
			return s.inDwelling(u.usage), true
		}
	}
	return usage{}, false
}

// anyHall is the use of a room that is called a hall and no more: where people live it is where they come in, elsewhere
// they may meet there.
const anyHall = "hall"

// inDwelling returns what a use comes to in the building at hand.
func (s *subjects) inDwelling(u usage) usage {
	if u.kind != anyHall || s.group != "R" && !inGroup(s.group, []string{"R-2", "R-3"}) {
		return u
	}
	return useIn("lobby").usage
}

// knownUses returns the words that say the use of a room.
func knownUses() []string {
	var out []string
	for _, u := range usages() {
		out = append(out, u.kind)
	}
	slices.Sort(out)
	return out
}

// useIn returns the first row of the table whose pattern a text has.
func useIn(text string) used {
	for _, u := range usages() {
		if u.pattern.MatchString(text) {
			return used{u, true}
		}
	}
	return used{}
}

// classes returns the classes of a room that conditions name.
func (u usage) classes() []string {
	out := []string{u.kind}
	switch {
	case strings.HasPrefix(u.kind, "kitchen"):
		out = append(out, "kitchen")
	case u.habitable == "y":
		out = append(out, "habitable")
	case u.habitable == "wet":
		out = append(out, "wet")
	}
	if slices.Contains([]string{"store room", "utility room"}, u.kind) {
		out = append(out, "store")
	}
	if slices.Contains([]string{"store room", "utility room", "plant room", "stair", "shaft, lift", "balcony"},
		u.kind) {
		out = append(out, "service")
	}
	if u.kind == "shaft, lift" {
		out = append(out, "shaft")
	}
	if slices.Contains([]string{"shaft, lift", "balcony", "stair"}, u.kind) {
		out = append(out, "void")
	}
	if u.occupiable() {
		out = append(out, "occupiable")
	}
	return out
}

// occupiable reports whether people meet or work in rooms of that use, which do not live there (IBC 202, occupiable
// space): those in which persons are counted, in a group of their own. Of kitchens and store rooms the code has lower
// heights (IBC 1208.2), of car parks as well (IBC 406.2.2).
func (u usage) occupiable() bool {
	apart := strings.HasPrefix(u.kind, "kitchen") || u.kind == "store room" || u.kind == "car park"
	return u.habitable == "n" && u.perPerson > 0 && !apart && u.group != "-" && u.group != "accessory"
}
