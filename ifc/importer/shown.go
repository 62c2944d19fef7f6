package importer

import (
	"maps"
	"slices"

	"github.com/bimstream/bimstream/ifc/building"
)

// shown holds the walls, floors and roofs that keep the body of the file with all openings cut. Each has an opening
// that the model has no parameters for. Without the body of the file it would be solid where the file has a hole.
type shown struct {
	why    map[int]error // reason, by the number of the instance
	known  int           // number of hosts before the current reading
	rounds int
}

// shownRounds is the greatest number of readings of a file. One reading is for openings without a form, and one for
// openings that the model refuses because of other openings. One more is for openings that are tried only after these.
// Later refusals are reported.
const shownRounds = 4

// again returns the hosts known so far, for the next reading.
func (s shown) again() shown {
	why := maps.Clone(s.why)
	if why == nil {
		why = map[int]error{}
	}
	return shown{why, len(why), s.rounds + 1}
}

// grown reports whether another reading of the file would give other bodies.
func (s shown) grown() bool { return len(s.why) > s.known && s.rounds < shownRounds }

// showCut makes a host keep the body of the file if an opening without a form in the model cuts it.
func (r *reader) showCut(p *building.Product, host *Draft, err error) {
	if r.bodiless || r.shown.why[host.Product.Number] != nil || !r.cutsInto(p, host.Product) {
		return
	}
	reason, _ := reasonOf(err)
	r.shown.why[host.Product.Number] = form("of one of its openings, " + reason)
}

// refusedOpening makes the host of an opening that the model refuses keep the body of the file.
func (r *reader) refusedOpening(p *building.Product, err error) {
	for _, of := range append([]*building.Product{p.Host}, p.Host.Parts...) {
		host := r.drafts[of]
		if host != nil && cuttable[host.Element.Category] && followsFromParameters(host.Element) {
			r.showCut(p, host, err)
		}
	}
}

// leastCut is the share of a host's volume below which an opening counts as cutting nothing, because the body of such
// an opening only touches the host.
const leastCut = 1e-6

// cutsInto reports whether an opening removes a part of a product's body.
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
