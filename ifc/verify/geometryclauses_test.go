package verify

import (
	"fmt"
	"strings"
)

var geometryClauses = []clause{
	{"GEM001", "cylinder of curved edges", ifc4, Passed, cylinder(".T.") + "\n#50=IFCFACETEDBREP(#1);"},
	{"GEM001", "cylinder with an edge run along twice in one direction", ifc4, Failed,
		cylinder(".F.") + "\n#50=IFCFACETEDBREP(#1);"},
	{"GEM001", "void with an edge run along twice in one direction", ifc2x3, Failed,
		strings.ReplaceAll(cylinder(".F."), "IFCADVANCEDFACE", "IFCFACESURFACE") +
			"\n#50=IFCFACETEDBREPWITHVOIDS($,(#1));"},
	{"GEM001", "shell that bounds no facets", ifc4, NotApplied, cylinder(".F.") + "\n#50=IFCADVANCEDBREP(#1);"},
	{"GEM001", "no closed shell", ifc4, NotApplied, wall},
	{"BBX001", "box of type BoundingBox", ifc4, Passed, shaped("WALL", "'Box','BoundingBox'")},
	{"BBX001", "box of another type", ifc4, Failed, shaped("WALL", "'Box','SweptSolid'")},
	{"BBX001", "bounding box of another name", ifc2x3, Failed, shaped2x3("'Body','BoundingBox'")},
	{"BBX001", "neither", ifc4, NotApplied, shaped("WALL", "'Body','SweptSolid'")},
	{"GEM002", "swept body", ifc4, Passed, shapedSpace("'Body','SweptSolid'")},
	{"GEM002", "no body", ifc4, Failed, shapedSpace("'FootPrint','Curve2D'")},
	{"GEM002", "two bodies", ifc4, Failed, shapedSpace("'Body','SweptSolid'", "'Body','Clipping'")},
	{"GEM002", "no representation", ifc4, Failed, `#1=IFCSPACE('s',$,$,$,$,$,$,$,$,$,$);`},
	{"GEM002", "brep with footprint", ifc4, Passed, shapedSpace("'Body','Brep'", "'FootPrint','Curve2D'")},
	{"GEM002", "brep without footprint", ifc4, Failed, shapedSpace("'Body','Brep'")},
	{"GEM002", "mapped body", ifc4, Failed, shapedSpace("'Body','MappedRepresentation'")},
	{"GEM002", "no space", ifc4, NotApplied, shaped("WALL", "'Body','CSG'")},
	{"GEM003", "two bodies", ifc4, Failed, shaped("WALL", "'Body','SweptSolid'", "'Body','Clipping'")},
	{"GEM003", "body and axis", ifc4, Passed, shaped("WALL", "'Body','SweptSolid'", "'Axis','Curve2D'")},
	{"GEM003", "nameless", ifc4, NotApplied, shaped("WALL", "$,'SweptSolid'", "$,'Curve2D'")},
	{"GEM004", "of the documentation", ifc4x3, Passed, shaped("WALL", "'Body-Fallback','Tessellation'")},
	{"GEM004", "type of IFC4X3 in IFC4", ifc4, Failed, shaped("WALL", "'Axis','Segment'")},
	{"GEM004", "type of another case", ifc4, Failed, shaped("WALL", "'Body','SweptSOLID'")},
	{"GEM004", "identifier of another case", ifc4, Failed, shaped("WALL", "'Footprint','Curve2D'")},
	{"GEM004", "no product", ifc4, NotApplied, `#2=IFCSHAPEREPRESENTATION($,'Nonsense','Nonsense',(#9));
#9=IFCCARTESIANPOINT((0.,0.));`},
	{"GEM005", "empty building", ifc4, Passed, shapedBuilding("'Body','SweptSolid'")},
	{"GEM005", "empty building by its footprint", ifc4, Failed, shapedBuilding("'FootPrint','Curve2D'")},
	{"GEM005", "building with a storey", ifc4, NotApplied, shapedBuilding("'FootPrint','Curve2D'") +
		`#5=IFCBUILDINGSTOREY('st',$,$,$,$,$,$,$,$,$);
#6=IFCRELAGGREGATES('r',$,$,$,#1,(#5));`},
	{"GEM051", "model", ifc2x3, Passed, contexts + projectIn("(#1)")},
	{"GEM051", "no context", ifc2x3, Failed, projectIn("()")},
	{"GEM051", "other type", ifc4, Failed, `#1=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Design',3,1.E-5,$,$);
` + projectIn("(#1)")},
	{"GEM051", "no type", ifc4, Failed, `#1=IFCGEOMETRICREPRESENTATIONCONTEXT($,$,3,1.E-5,$,$);
` + projectIn("(#1)")},
	{"GEM051", "not geometric beside a geometric one", ifc2x3, Failed, contexts + `#3=IFCREPRESENTATIONCONTEXT($,'Model');
` + projectIn("(#1,#3)")},
	{"GEM051", "library without context", ifc4, Passed, `#1=IFCPROJECTLIBRARY('l',$,$,$,$,$,$,$,$);`},
	{"GEM051", "no project", ifc4, NotApplied, contexts},
	{"GEM052", "body", ifc4, Passed, contexts},
	{"GEM052", "no subcontext", ifc4, Failed, secondContext},
	{"GEM052", "nameless", ifc4, Failed, `#1=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,$,$);
#2=IFCGEOMETRICREPRESENTATIONSUBCONTEXT($,'Model',*,*,*,*,#1,$,.MODEL_VIEW.,$);`},
	{"GEM052", "name of no documentation", ifc4x3, Failed, `#1=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,$,$);
#2=IFCGEOMETRICREPRESENTATIONSUBCONTEXT('Footprint','Model',*,*,*,*,#1,$,.MODEL_VIEW.,$);`},
	{"GEM052", "IFC2X3", ifc2x3, NotApplied, secondContext},
	{"MPD001", "same names", ifc4, Passed, mapped("'Body','MappedRepresentation'",
		"'Body','SweptSolid'", "'Body','SweptSolid'")},
	{"MPD001", "another name", ifc4, Failed, mapped("'Body','MappedRepresentation'",
		"'Body','SweptSolid'", "'Axis','SweptSolid'")},
	{"MPD001", "other types", ifc4, Failed, mapped("'Body','MappedRepresentation'",
		"'Body','SweptSolid'", "'Body','Brep'")},
	{"MPD001", "nameless", ifc4, Passed, mapped("$,'MappedRepresentation'", "'Body','SweptSolid'", "'Body',$")},
	{"MPD001", "nothing mapped", ifc4, NotApplied, shaped("WALL", "'Body','SweptSolid'")},
	{"GEM011", "one entity", ifc4x3, Passed, curveOf("SIGN", compositeSegment, compositeSegment)},
	{"GEM011", "two entities", ifc4x3, Failed, curveOf("SIGN", compositeSegment, plainSegment)},
	{"GEM011", "of an alignment", ifc4x3, NotApplied, curveOf("ALIGNMENT", compositeSegment, plainSegment)},
	{"GEM011", "IFC4", ifc4, NotApplied, curveOf("WALL", compositeSegment, compositeSegment)},
	{"GEM111", "open polyline", ifc4, Passed, polyline("(#1,#2,#3)")},
	{"GEM111", "closed by its first point", ifc4, Passed, polyline("(#1,#2,#3,#1)")},
	{"GEM111", "closed by a copy of its first point", ifc4, Failed, polyline("(#1,#2,#3,#4)")},
	{"GEM111", "point twice", ifc4, Failed, polyline("(#1,#2,#3,#2)")},
	{"GEM111", "loop closed by its first point", ifc2x3, Failed,
		polyline("(#1,#2)") + `#6=IFCPOLYLOOP((#1,#2,#3,#1));`},
	{"GEM111", "no polyline", ifc4, NotApplied, contexts},
	{"BRP002", "two shells of edges in one", ifc4, Failed, edgeFaces("(#20,#30)")},
	{"BRP002", "one face of edges", ifc4, Passed, edgeFaces("(#20)")},
	{"BRP002", "no faces", ifc4, NotApplied, contexts},
	{"BRP003", "flat", ifc4, Passed, quad("0.")},
	{"BRP003", "bent by more than the precision of its context", ifc4, Failed, quad("0.1")},
	{"BRP003", "bent by less than the precision of its context", ifc4, Passed, quad("0.1") + `#41=IFCFACETEDBREP(#42);
#42=IFCCLOSEDSHELL((#20));
#43=IFCSHAPEREPRESENTATION(#44,'Body','Brep',(#41));
#44=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.,$,$);
#45=IFCSHAPEREPRESENTATION(#46,'Axis','Curve2D',(#1));
#46=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Plan',2,1.E-5,$,$);`},
	{"BRP003", "no face", ifc4, NotApplied, contexts},
	{"TAS001", "square", ifc4, Passed, facets("#3=IFCINDEXEDPOLYGONALFACE((1,2,3,4));")},
	{"TAS001", "bow tie", ifc4x3, Failed, facets("#3=IFCINDEXEDPOLYGONALFACE((1,3,2,4));")},
	{"TAS001", "bow tie inside", ifc4, Failed, facets("#3=IFCINDEXEDPOLYGONALFACEWITHVOIDS((1,2,3,4),((5,7,6,8)));")},
	{"TAS001", "triangles", ifc4, NotApplied, `#1=IFCCARTESIANPOINTLIST3D(((0.,0.,0.),(1.,0.,0.),(0.,1.,0.)));
#2=IFCTRIANGULATEDFACESET(#1,$,.F.,((1,2,3)),$);`},
}

// shapedAs returns a product of a class with representations of the identifiers and types. before and after are the
// product's other arguments.
func shapedAs(class, before, after string, representations []string) string {
	data, list := "", ""
	for i, r := range representations {
		data += fmt.Sprintf("#%d=IFCSHAPEREPRESENTATION($,%s,(#9));\n", 20+i, r)
		list += fmt.Sprintf(",#%d", 20+i)
	}
	return data +
		fmt.Sprintf(
			"#1=IFC%s(%s,#2%s);\n#2=IFCPRODUCTDEFINITIONSHAPE($,$,(%s));\n#9=IFCCARTESIANPOINT((0.,0.));\n", class,
			before, after, list[1:])
}

// shaped is like shapedAs, for classes with a Tag and a PredefinedType.
func shaped(class string, representations ...string) string {
	return shapedAs(class, "'x',$,$,$,$,$", ",$,$", representations)
}

func shaped2x3(representations ...string) string {
	return shapedAs("WALL", "'x',$,$,$,$,$", ",$", representations)
}

func shapedSpace(representations ...string) string {
	return shapedAs("SPACE", "'x',$,$,$,$,$", ",$,$,$,$", representations)
}

func shapedBuilding(representations ...string) string {
	return shapedAs("BUILDING", "'x',$,$,$,$,$", ",$,$,$,$,$", representations)
}

func projectIn(contexts string) string {
	return "#10=IFCPROJECT('p',$,$,$,$,$,$," + contexts + ",$);"
}

// mapped returns a representation with two mapped items, whose representations have the given identifiers and types.
func mapped(shows, first, second string) string {
	return fmt.Sprintf(`#1=IFCSHAPEREPRESENTATION($,%s,(#2,#3));
#2=IFCMAPPEDITEM(#4,$);
#3=IFCMAPPEDITEM(#5,$);
#4=IFCREPRESENTATIONMAP($,#6);
#5=IFCREPRESENTATIONMAP($,#7);
#6=IFCSHAPEREPRESENTATION($,%s,(#9));
#7=IFCSHAPEREPRESENTATION($,%s,(#9));
#9=IFCCARTESIANPOINT((0.,0.));`, shows, first, second)
}

const (
	compositeSegment = "IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,#9)"
	plainSegment     = "IFCCURVESEGMENT(.CONTINUOUS.,$,IFCLENGTHMEASURE(0.),IFCLENGTHMEASURE(1.),#9)"
)

// curveOf returns a product of a class whose representation is a curve of two segments.
func curveOf(class, first, second string) string {
	tail := map[string]string{"SIGN": ",$,$", "WALL": ",$,$", "ALIGNMENT": ",$"}[class]
	return fmt.Sprintf(`#1=IFC%s('x',$,$,$,$,$,#2%s);
#2=IFCPRODUCTDEFINITIONSHAPE($,$,(#3));
#3=IFCSHAPEREPRESENTATION($,'Axis','Curve3D',(#4));
#4=IFCCOMPOSITECURVE((#5,#6),.F.);
#5=%s;
#6=%s;
#9=IFCPOLYLINE((#10,#11));
#10=IFCCARTESIANPOINT((0.,0.));
#11=IFCCARTESIANPOINT((1.,0.));`, class, tail, first, second)
}

func polyline(points string) string {
	return `#1=IFCCARTESIANPOINT((0.,0.,0.));
#2=IFCCARTESIANPOINT((1.,0.,0.));
#3=IFCCARTESIANPOINT((1.,1.,0.));
#4=IFCCARTESIANPOINT((0.,0.,0.));
#5=IFCPOLYLINE(` + points + ");\n"
}

// edgeFaces returns a shell of faces; each of its two possible faces is bounded by a single edge, used in both
// directions.
func edgeFaces(faces string) string {
	data := "#5=IFCOPENSHELL(" + faces + ");\n"
	for i, at := range []int{20, 30} {
		data += fmt.Sprintf(`#%[1]d=IFCFACE((#%[2]d));
#%[2]d=IFCFACEBOUND(#%[3]d,.T.);
#%[3]d=IFCEDGELOOP((#%[4]d,#%[5]d));
#%[4]d=IFCORIENTEDEDGE(*,*,#%[6]d,.T.);
#%[5]d=IFCORIENTEDEDGE(*,*,#%[6]d,.F.);
#%[6]d=IFCEDGE(#%[7]d,#%[8]d);
#%[7]d=IFCVERTEXPOINT(#%[9]d);
#%[8]d=IFCVERTEXPOINT(#%[10]d);
#%[9]d=IFCCARTESIANPOINT((%[11]d.,0.,0.));
#%[10]d=IFCCARTESIANPOINT((%[11]d.,1.,0.));
`, at, at+1, at+2, at+3, at+4, at+5, at+6, at+7, at+8, at+9, i)
	}
	return data
}

// quad returns a face with four corners, one of them at a given height.
func quad(height string) string {
	return `#1=IFCCARTESIANPOINT((0.,0.,0.));
#2=IFCCARTESIANPOINT((1.,0.,0.));
#3=IFCCARTESIANPOINT((1.,1.,0.));
#4=IFCCARTESIANPOINT((0.,1.,` + height + `));
#20=IFCFACE((#21));
#21=IFCFACEOUTERBOUND(#22,.T.);
#22=IFCPOLYLOOP((#1,#2,#3,#4));
`
}

func facets(face string) string {
	return `#1=IFCCARTESIANPOINTLIST3D(((0.,0.,0.),(4.,0.,0.),(4.,4.,0.),(0.,4.,0.),(1.,1.,0.),(2.,1.,0.),(2.,2.,0.),(1.,2.,0.)));
#2=IFCPOLYGONALFACESET(#1,.F.,(#3),$);
` + face
}

// cylinder returns a closed shell of two discs and a mantle with a seam; the lower disc uses the lower circle in the
// given sense.
func cylinder(lower string) string {
	return `#1=IFCCLOSEDSHELL((#10,#20,#30));
#2=IFCVERTEXPOINT(#3);
#3=IFCCARTESIANPOINT((1.,0.,0.));
#4=IFCVERTEXPOINT(#5);
#5=IFCCARTESIANPOINT((1.,0.,2.));
#6=IFCEDGECURVE(#2,#2,$,.T.);
#7=IFCEDGECURVE(#4,#4,$,.T.);
#8=IFCEDGE(#2,#4);
#10=IFCADVANCEDFACE((#11),$,.T.);
#11=IFCFACEOUTERBOUND(#12,.T.);
#12=IFCEDGELOOP((#13));
#13=IFCORIENTEDEDGE(*,*,#7,.T.);
#20=IFCADVANCEDFACE((#21),$,.T.);
#21=IFCFACEOUTERBOUND(#22,` + lower + `);
#22=IFCEDGELOOP((#23));
#23=IFCORIENTEDEDGE(*,*,#6,.F.);
#30=IFCADVANCEDFACE((#31),$,.T.);
#31=IFCFACEOUTERBOUND(#32,.T.);
#32=IFCEDGELOOP((#33,#34,#35,#36));
#33=IFCORIENTEDEDGE(*,*,#6,.T.);
#34=IFCORIENTEDEDGE(*,*,#8,.T.);
#35=IFCORIENTEDEDGE(*,*,#7,.F.);
#36=IFCORIENTEDEDGE(*,*,#8,.F.);`
}
