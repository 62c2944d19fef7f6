package ramps

import (
	"math"

	"github.com/bimstream/bimstream/geometry"
)

// Standard names a code that ramps are designed to.
type Standard string

// The standards.
const (
	IBC Standard = "ibc_1012"
	ADA Standard = "ada_405"
	ADK Standard = "ad_k"
	ADM Standard = "ad_m"
	DIN Standard = "din_18040"
)

// Enum lists the standards.
func (Standard) Enum() []string {
	out := make([]string, len(codes))
	for i, c := range codes {
		out[i] = string(c.Standard)
	}
	return out
}

// band limits the slope of runs up to a going. For each unit of rise, the going must be at least base, plus perMetre
// for each metre of the going.
type band struct {
	upTo           geometry.Length
	base, perMetre float64
}

// Code holds the requirements of a standard for a ramp. A value of zero is no requirement.
type Code struct {
	Standard Standard
	Title    string
	bands    []band          // the shortest runs first
	MostRise geometry.Length // of a run
	Width    geometry.Length // between kerbs or handrails
	Landing  geometry.Length // depth of a landing between runs, also where it turns
	End      geometry.Length // depth of the landing before the foot and behind the head
	Kerb     geometry.Length // height of kerbs on sides without a wall
	Rails    geometry.Length // a run with a greater rise has handrails on both sides; 0: each run
}

const mm = geometry.Millimetre

// longest bounds the going of a run if the code bounds only the rise.
const longest = 100 * geometry.Metre

// codes is the table of standards. IBC 2021 1012.2 (ways out), 1012.4, 1012.5.1, 1012.6, 1012.8, 1012.10; ADA 2010
// 405.2, 405.5 to 405.9; Approved Document K 2013, table 2.1 and 2.2 to 2.6, each row up to its going; Approved
// Document M 2015, volume 2, table 1 and 1.26, between whose rows the gradient is interpolated (1:14 for 4 m, 1:19 for
// 9 m); DIN 18040-1:2010, 4.3.8: 6 per cent, runs of 6 m, 1.20 m between kerbs of 100 mm, landings of 1.50 m.
var codes = []Code{
	{
		Standard: IBC, Title: "IBC 1012", bands: []band{{longest, 12, 0}}, MostRise: 762 * mm, Width: 914 * mm,
		Landing: 1525 * mm, End: 1525 * mm, Kerb: 102 * mm, Rails: 152 * mm,
	},
	{
		Standard: ADA, Title: "ADA 405", bands: []band{{longest, 12, 0}}, MostRise: 760 * mm, Width: 915 * mm,
		Landing: 1525 * mm, End: 1525 * mm, Kerb: 100 * mm, Rails: 150 * mm,
	},
	{
		Standard: ADK, Title: "Approved Document K", bands: []band{{2000 * mm, 12, 0}, {5000 * mm, 15, 0},
			{10_000 * mm, 20, 0}}, Width: 1500 * mm, Landing: 1500 * mm, End: 1200 * mm, Kerb: 100 * mm,
	},
	{
		Standard: ADM, Title: "Approved Document M, volume 2", bands: []band{{2000 * mm, 12, 0}, {10_000 * mm, 10, 1}},
		MostRise: 500 * mm, Width: 1500 * mm, Landing: 1500 * mm, End: 1200 * mm, Kerb: 100 * mm,
	},
	{
		Standard: DIN, Title: "DIN 18040", bands: []band{{6000 * mm, 16.67, 0}}, Width: 1200 * mm,
		Landing: 1500 * mm, End: 1500 * mm, Kerb: 100 * mm,
	},
}

// CodeOf returns the code of a standard.
func CodeOf(s Standard) (Code, bool) {
	for _, c := range codes {
		if c.Standard == s {
			return c, true
		}
	}
	return Code{}, false
}

const (
	// roundingOfGoing exceeds the floating-point error of a going in whole millimetres: a going below 1e6 mm, with a
	// relative error below 1e-15 after three operations.
	roundingOfGoing = 1e-9
	// roundingOfRatio exceeds the same error for hundredths of a going per rise below 1000, computed from lengths in
	// whole micrometres.
	roundingOfRatio = 1e-6
)

// GoingFor returns the going of each of a number of equal runs with a given going per rise, in whole millimetres. It is
// rounded up, so that the runs are no steeper.
func GoingFor(rise geometry.Length, perRise float64, runs int) geometry.Length {
	exact := float64(rise) * perRise / float64(runs) / float64(mm)
	return geometry.Length(math.Ceil(exact-roundingOfGoing)) * mm
}

// steepest returns the going per rise of the steepest runs that the code allows for a rise divided into equal runs. It
// returns false if the code allows none.
func (c *Code) steepest(rise geometry.Length, runs int) (float64, bool) {
	each := float64(rise) / float64(runs)
	if c.MostRise > 0 && each > float64(c.MostRise) {
		return 0, false
	}
	from := geometry.Length(0)
	for _, b := range c.bands {
		metres := each / float64(geometry.Metre)
		if left := 1 - float64(metres*b.perMetre); left > 0 {
			going := max(float64(metres*b.base)/left, from.M())
			per := b.base + float64(b.perMetre*going)
			if b.perMetre > 0 {
				per = math.Ceil(float64(per*100)-roundingOfRatio) / 100
			}
			if GoingFor(rise, per, runs) <= b.upTo {
				return per, true
			}
		}
		from = b.upTo
	}
	return 0, false
}

// MostOfRun returns the greatest rise of one run that the code allows.
func (c *Code) MostOfRun() geometry.Length {
	last := c.bands[len(c.bands)-1]
	most := geometry.Length(float64(last.upTo) / (last.base + float64(last.perMetre*last.upTo.M())))
	if c.MostRise > 0 {
		most = min(most, c.MostRise)
	}
	return most
}
