package schema_test

import (
	"fmt"
	"strings"

	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

func ExampleCheck() {
	f, err := step.Parse(strings.NewReader(`ISO-10303-21;
HEADER;
FILE_DESCRIPTION((''),'2;1');
FILE_NAME('','',(''),(''),'','','');
FILE_SCHEMA(('IFC4'));
ENDSEC;
DATA;
#1=IFCWALL('0000000000000000000001',$,'North wall',$,$,$,$,$,.PAPERWALL.);
#2=IFCCARTESIANPOINT((1.,2.,3.,4.));
ENDSEC;
END-ISO-10303-21;
`))
	if err != nil {
		fmt.Println(err)
	}
	for _, finding := range schema.Check(f, schema.IFC4()) {
		fmt.Println(finding)
	}
	// Output:
	// #1 IfcWall.PredefinedType: type: IfcWallTypeEnum has no item .PAPERWALL.
	// #2 IfcCartesianPoint.Coordinates: size: 4 elements do not fit LIST [1:3] OF IfcLengthMeasure
}

func ExampleEntity_AllAttributes() {
	e, _ := schema.IFC4().Entity("IfcRelVoidsElement")
	for _, a := range e.AllAttributes() {
		fmt.Println(a.Name, &a.Type, a.Optional)
	}
	// Output:
	// GlobalId IfcGloballyUniqueId false
	// OwnerHistory IfcOwnerHistory true
	// Name IfcLabel true
	// Description IfcText true
	// RelatingBuildingElement IfcElement false
	// RelatedOpeningElement IfcFeatureElementSubtraction false
}
