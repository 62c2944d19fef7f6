package stairs

import "github.com/bimstream/bimstream/geometry"

// Standard names a code that stairs are designed to.
type Standard string

// The standards. A code with other values for homes has a second standard for them.
const (
	IBC         Standard = "ibc_1011"
	IBCDwelling Standard = "ibc_1011_dwelling"
	ADKGeneral  Standard = "ad_k_general"
	ADKPrivate  Standard = "ad_k_private"
	DIN         Standard = "din_18065"
	DINDwelling Standard = "din_18065_dwelling"
)

// Enum lists the standards.
func (Standard) Enum() []string {
	out := make([]string, len(codes))
	for i, c := range codes {
		out[i] = string(c.Standard)
	}
	return out
}

// Code holds the requirements of a standard for a stair. A value of zero is no requirement.
type Code struct {
	Standard              Standard
	Title                 string
	LeastRiser, MostRiser geometry.Length
	LeastTread, MostTread geometry.Length
	LeastStep, MostStep   geometry.Length // two risers and a going
	MostPitch             geometry.Angle
	MostRisers            int             // of one flight
	WideTread             geometry.Length // from this going on, a flight may have MostRisersWide
	MostRisersWide        int
	MostFlight            geometry.Length // rise of one flight
	Width                 geometry.Length
	Landing               geometry.Length // a landing is as deep as the lesser of this and the stair's width
	Headroom              geometry.Length
	Winders               bool            // tapered treads are allowed
	LeastNarrow           geometry.Length // going along the narrow side of a tapered tread
	WalkFrom              geometry.Length // from the narrow side to where its going is measured; 0: to the middle
}

const mm = geometry.Millimetre

// codes is the table of standards. IBC 2021: 1011.2 to 1011.8; for homes 1011.5.2 exception 3 (group R-3 and within
// dwelling units), where 1011.5.3 allows winders. Approved Document K 2013: 1.1 (private and general access), 1.2, 1.3
// (42 degrees), 1.11, 1.15, 1.17, 1.20, tapered treads 1.24 to 1.26. DIN 18065:2020: table 1 (general, and dwellings of
// up to two homes), 18 risers of a flight, and the narrow side of winders.
var codes = []Code{
	{
		Standard: IBC, Title: "IBC 1011", LeastRiser: 102 * mm, MostRiser: 178 * mm, LeastTread: 279 * mm,
		MostFlight: 3658 * mm, Width: 1118 * mm, Landing: 1219 * mm, Headroom: 2032 * mm,
	},
	{
		Standard: IBCDwelling, Title: "IBC 1011, dwellings", LeastRiser: 102 * mm, MostRiser: 197 * mm,
		LeastTread: 254 * mm, MostFlight: 3658 * mm, Width: 914 * mm, Landing: 1219 * mm, Headroom: 2032 * mm,
		Winders: true, LeastNarrow: 152 * mm, WalkFrom: 305 * mm,
	},
	{
		Standard: ADKGeneral, Title: "Approved Document K, general access", LeastRiser: 150 * mm, MostRiser: 170 * mm,
		LeastTread: 250 * mm, MostTread: 400 * mm, LeastStep: 550 * mm, MostStep: 700 * mm, MostRisers: 12,
		WideTread: 350 * mm, MostRisersWide: 18, Width: 1200 * mm, Headroom: 2000 * mm,
	},
	{
		Standard: ADKPrivate, Title: "Approved Document K, private", LeastRiser: 150 * mm, MostRiser: 220 * mm,
		LeastTread: 220 * mm, MostTread: 300 * mm, LeastStep: 550 * mm, MostStep: 700 * mm,
		MostPitch: 42 * geometry.Degree, MostRisers: 36, Width: 800 * mm, Headroom: 2000 * mm,
		Winders: true, LeastNarrow: 50 * mm,
	},
	{
		Standard: DIN, Title: "DIN 18065", LeastRiser: 140 * mm, MostRiser: 190 * mm, LeastTread: 260 * mm,
		MostTread: 370 * mm, LeastStep: 590 * mm, MostStep: 650 * mm, MostRisers: 18, Width: 1000 * mm,
		Headroom: 2000 * mm, Winders: true, LeastNarrow: 100 * mm,
	},
	{
		Standard: DINDwelling, Title: "DIN 18065, dwellings", LeastRiser: 140 * mm, MostRiser: 200 * mm,
		LeastTread: 230 * mm, MostTread: 370 * mm, LeastStep: 590 * mm, MostStep: 650 * mm, MostRisers: 18,
		Width: 800 * mm, Headroom: 2000 * mm, Winders: true, LeastNarrow: 50 * mm,
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

// usualMostTread bounds the going if a code does not, because nobody takes longer steps.
const usualMostTread = 400 * mm

// treads returns the least and the greatest going, in whole millimetres, that the code allows with a riser in
// micrometres. It returns false if there is none.
func (c *Code) treads(riser float64) (least, most geometry.Length, ok bool) {
	least, most = c.LeastTread, c.MostTread
	if most == 0 {
		most = usualMostTread
	}
	up := func(v float64) geometry.Length { return (geometry.Length(v) + mm - 1) / mm * mm }
	if c.LeastStep > 0 {
		least = max(least, up(float64(c.LeastStep)-2*riser+1))
		most = min(most, geometry.Length(float64(c.MostStep)-2*riser)/mm*mm)
	}
	if c.MostPitch > 0 {
		least = max(least, up(riser/c.MostPitch.Tan()+1))
	}
	return least, most, least <= most
}

// flight returns the largest number of risers in one flight with a going and a riser in micrometres.
func (c *Code) flight(tread geometry.Length, riser float64) int {
	most := maxFlight
	if c.MostRisers > 0 {
		most = c.MostRisers
	}
	if c.WideTread > 0 && tread >= c.WideTread {
		most = c.MostRisersWide
	}
	if c.MostFlight > 0 {
		most = min(most, int(float64(c.MostFlight)/riser))
	}
	return most
}

// maxFlight bounds the risers of a flight if a code does not.
const maxFlight = 100

// landing returns the least depth of a landing for a stair of a given width.
func (c *Code) landing(width geometry.Length) geometry.Length {
	if c.Landing > 0 {
		return min(width, c.Landing)
	}
	return width
}
