package geometry

type ProfileShape string

const (
	ProfileRectangle       ProfileShape = "rectangle"
	ProfileCircle          ProfileShape = "circle"
	ProfileI               ProfileShape = "i"
	ProfileL               ProfileShape = "l"
	ProfileT               ProfileShape = "t"
	ProfileU               ProfileShape = "u"
	ProfileRectangleHollow ProfileShape = "rectangle_hollow"
	ProfileCircleHollow    ProfileShape = "circle_hollow"
)

type Profile struct {
	Shape           ProfileShape `json:"shape"`
	Width           Length       `json:"width,omitempty"`
	Depth           Length       `json:"depth,omitempty"`
	WebThickness    Length       `json:"web_thickness,omitempty"`
	FlangeThickness Length       `json:"flange_thickness,omitempty"`
	WallThickness   Length       `json:"wall_thickness,omitempty"`
	Diameter        Length       `json:"diameter,omitempty"`
}

type ProfileDimension string

func ProfileShapes() []ProfileShape                   { panic("x") }
func (s ProfileShape) Dimensions() []ProfileDimension { panic("x") }
func (p Profile) Validate() error                     { panic("x") }
func (p Profile) Region() (Region, error)             { panic("x") }
func (p Profile) Area() (float64, error)              { panic("x") }
