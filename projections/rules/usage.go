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

// usage is the use that the name of a room expresses: a row of usage.tsv. The first matching row counts.
type usage struct {
	pattern   *regexp.Regexp
	kind      string
	habitable string  // y, n, or wet
	group     string  // occupancy group of IBC 302, "-" if the use has none of its own
	perPerson float64 // floor area per person, ft2 (IBC table 1004.5); 0 if no persons are counted
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

// squareFoot is a square foot in m2, exactly.
const squareFoot = 0.09290304

// used is the use that a text expresses. found is false if the text expresses none.
type used struct {
	usage
	found bool
}

// usageOf returns the use of a room according to its usage, or else its name. It returns false if neither names a use.
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

// anyHall is the use of a room whose name is only "hall". In a dwelling it is a lobby; in other buildings people may
// assemble in it.
const anyHall = "hall"

// inDwelling returns the use of a room in the current building: a hall in a dwelling is a lobby.
func (s *subjects) inDwelling(u usage) usage {
	if u.kind != anyHall || s.group != "R" && !inGroup(s.group, []string{"R-2", "R-3"}) {
		return u
	}
	return useIn("lobby").usage
}

// knownUses returns the words that name the use of a room.
func knownUses() []string {
	var out []string
	for _, u := range usages() {
		out = append(out, u.kind)
	}
	slices.Sort(out)
	return out
}

// useIn returns the first row of the table whose pattern matches a text.
func useIn(text string) used {
	for _, u := range usages() {
		if u.pattern.MatchString(text) {
			return used{u, true}
		}
	}
	return used{}
}

// classes returns the classes of a room that conditions can name.
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

// occupiable reports whether people meet or work in rooms of a use without living there (IBC 202, occupiable space).
// These are rooms with counted persons and an occupancy group of their own. Kitchens, store rooms (IBC 1208.2) and car
// parks (IBC 406.2.2) are left out, because the code allows lower heights for them.
func (u usage) occupiable() bool {
	apart := strings.HasPrefix(u.kind, "kitchen") || u.kind == "store room" || u.kind == "car park"
	return u.habitable == "n" && u.perPerson > 0 && !apart && u.group != "-" && u.group != "accessory"
}
