package drawings

import (
	"fmt"
	"math"
	"strings"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// annotate adds text and marks: first what has its place, then what finds one.
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

// slopes draws the arrows of what falls: of roofs on their plan, of floors on others.
func (p *plan) slopes() {
	switch {
	case !p.wants(AnnotateTags) || p.spec.Ceiling && !p.spec.Roof:
	case p.spec.Roof:
		p.roofs()
	default:
		p.floorFalls()
	}
}

// clearance returns the smallest rectangle around all that is drawn so far: chains keep off it.
func (p *plan) clearance() [2]paper.Point {
	lo, hi := p.bounds()
	return [2]paper.Point{lo, hi}
}

// wholeMM returns a length as dimensions show it.
func wholeMM(l geometry.Length) int64 { return int64(math.Round(l.MM())) }

// millimetres returns the measures of a step: whole millimetres, with the tenths that they have.
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

// height returns a height above the datum as level marks show it: metres with a sign and three decimals, so that all
// heights of a set have the same.
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

// metres returns a number of millimetres in metres: two decimals, three where it has them.
func metres(mm int64) string {
	s := fmt.Sprintf("%d.%03d", mm/1000, mm%1000)
	if strings.HasSuffix(s, "0") {
		return s[:len(s)-1]
	}
	return s
}
