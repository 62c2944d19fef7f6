package drawings

import (
	"fmt"
	"math"
	"strings"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// annotate adds text and marks. Marks with a fixed place come first, then marks that need a free place.
func (p *plan) annotate() {
	clear := p.clearance()
	var runs []serviceRun
	if p.servicesMarked() {
		runs = p.serviceLines()
	}
	chains := p.chains(clear)
	if p.wants(AnnotateGrid) {
		p.grid(chains)
	}
	if p.wants(AnnotateDimensions) {
		for _, c := range chains {
			p.drawChain(c)
		}
		for _, c := range p.courtChains() {
			p.drawChain(c)
		}
	}
	if p.wants(AnnotateSections) {
		lo, hi := p.bounds()
		p.sectionMarks()
		p.elevationMarks(lo, hi)
	}
	p.levelMark()
	if p.wants(AnnotateRooms) {
		p.rooms()
	}
	p.slopes()
	var tags []tagPlace
	if p.tagged() {
		tags = p.tagPlaces()
	}
	if p.wants(AnnotateSections) {
		p.interiorMarks()
	}
	if p.wants(AnnotateDimensions) && p.detail.inner && !p.spec.Ceiling {
		p.roomDimensions(tags)
		p.doorChains()
	}
	if p.wants(AnnotateDimensions) {
		if bandOf(p.scale) <= upTo200 {
			p.radii()
		}
		p.notMeasured()
	}
	p.tags(tags)
	p.serviceLabels(runs)
	typed := p.wallTags()
	if p.wants(AnnotateTitle) {
		p.title(p.spec.Name, true)
	}
	p.systemLegend(runs)
	p.typeLegend(typed)
	if !p.planned { // its excerpt has the legend
		p.differenceLegend()
	}
}

// slopes draws the arrows of falling surfaces: of the roofs on a roof plan, of the floors on other plans.
func (p *plan) slopes() {
	switch {
	case !p.wants(AnnotateTags) || p.spec.Ceiling && !p.spec.Roof:
	case p.spec.Roof:
		p.roofs()
	default:
		p.floorFalls()
	}
}

// clearance returns the smallest rectangle around everything drawn so far. Chains of dimensions stay outside of it.
func (p *plan) clearance() [2]paper.Point {
	lo, hi := p.bounds()
	return [2]paper.Point{lo, hi}
}

// wholeMM returns a length in whole millimetres, as dimensions show it.
func wholeMM(l geometry.Length) int64 { return int64(math.Round(l.MM())) }

// millimetres returns a measure of a step in millimetres, with one decimal unless it is a whole number.
func millimetres(l geometry.Length) string {
	tenths := int64(math.Round(float64(l) / 100))
	if tenths%10 == 0 {
		return fmt.Sprintf("%d", tenths/10)
	}
	sign := ""
	if tenths < 0 {
		sign, tenths = "-", -tenths
	}
	return fmt.Sprintf("%s%d.%d", sign, tenths/10, tenths%10)
}

// height returns a height above the datum as level marks show it: metres with a sign. It always has three decimals, so
// that all heights of a set look alike.
func height(l geometry.Length) string {
	mm := wholeMM(l)
	sign := "+"
	switch {
	case mm == 0:
		sign = "±"
	case mm < 0:
		sign, mm = "-", -mm
	}
	return fmt.Sprintf("%s%d.%03d", sign, mm/1000, mm%1000)
}

// metres returns a number of millimetres as metres, with two decimals, or with three if the third is not zero.
func metres(mm int64) string {
	s := fmt.Sprintf("%d.%03d", mm/1000, mm%1000)
	if strings.HasSuffix(s, "0") {
		return s[:len(s)-1]
	}
	return s
}
