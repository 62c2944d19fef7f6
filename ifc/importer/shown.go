package importer

import (
	"maps"
	"slices"

	"github.com/bimstream/bimstream/ifc/building"
)

// shown says which walls, floors and roofs keep the body that the file shows, with all their openings cut: each has an
// opening that the model has no parameters for, and would be solid where the file has a hole.
type shown struct {
	why    map[int]error // by the number of the instance
	known  int           // how many of them were known before the file was read once more
	rounds int
}

// shownRounds is how often a file is read: once for openings that have no form, once for those that the model refuses
// beside others, and once more for those that only then are tried. What is refused after that is reported.
const shownRounds = 4

// again returns what is known for the next reading.
func (s shown) again() shown {
	why := maps.Clone(s.why)
	if why == nil {
		why = map[int]error{}
	}
	return shown{why, len(why), s.rounds + 1}
}

// grown reports whether reading the file once more would give other bodies.
func (s shown) grown() bool { return len(s.why) > s.known && s.rounds < shownRounds }

// showCut has a host keep the body that the file shows, where an opening that has no form in the model cuts it.
func (r *reader) showCut(p *building.Product, host *Draft, err error) {
	if r.bodiless || r.shown.why[host.Product.Number] != nil || !r.cutsInto(p, host.Product) {
		return
	}
	reason, _ := reasonOf(err)
	r.shown.why[host.Product.Number] = form("of one of its openings, " + reason)
}

// refusedOpening has the host of an opening that the model refuses keep the body that the file shows.
func (r *reader) refusedOpening(p *building.Product, err error) {
	for _, of := range append([]*building.Product{p.Host}, p.Host.Parts...) {
		host := r.drafts[of]
		if host != nil && cuttable[host.Element.Category] && followsFromParameters(host.Element) {
			r.showCut(p, host, err)
		}
	}
}

// leastCut is the part of a host's volume below which an opening is none: its body touches the host's.
const leastCut = 1e-6

// cutsInto reports whether an opening takes something away from a product's body.
func (r *reader) cutsInto(p, host *building.Product) bool {
	if !slices.Contains(r.voidsOf(host), p) {
		return false
	}
	body, err := r.faces(host)
	if err != nil {
		return false
	}
	cut, err := r.cutBy(host, body, []*building.Product{p})
	return err == nil && cut.Volume() < body.Volume()*(1-leastCut)
}
