package verify

var presenceClauses = []clause{
	{"ALB000", "horizontal layout", ifc4x3, Passed, alignment + `#3=IFCALIGNMENTHORIZONTAL('h',$,$,$,$,$,$);
#4=IFCRELNESTS('r',$,$,$,#2,(#3));`},
	{"ALB000", "alignment without layout", ifc4x3, NotApplied, alignment},
	{"ALS000", "curve", ifc4x3, Passed, `#1=IFCCARTESIANPOINT((0.,0.));
#2=IFCPOLYLINE((#1,#1));
#3=IFCSHAPEREPRESENTATION($,'Axis','Curve2D',(#2));
#4=IFCPRODUCTDEFINITIONSHAPE($,$,(#3));
#5=IFCALIGNMENT('a',$,$,$,$,$,#4,$);`},
	{"ALS000", "alignment without representation", ifc4x3, NotApplied, alignment},
	{"ANN000", "annotation with its representation", ifc4, Passed, `#1=IFCSHAPEREPRESENTATION($,'Annotation','Curve2D',(#9));
#2=IFCPRODUCTDEFINITIONSHAPE($,$,(#1));
#3=IFCANNOTATION('a',$,$,$,$,$,#2);
#9=IFCCARTESIANPOINT((0.,0.));`},
	{"ANN000", "annotation without representation", ifc4, NotApplied, `#3=IFCANNOTATION('a',$,$,$,$,$,$);`},
	{"ASM000", "element of an element", ifc4, Passed, `#1=IFCROOF('a',$,$,$,$,$,$,$,$);
#2=IFCSLAB('b',$,$,$,$,$,$,$,$);
#3=IFCRELAGGREGATES('r',$,$,$,#1,(#2));`},
	{"ASM000", "storey of a building", ifc4, NotApplied, `#1=IFCBUILDING('a',$,$,$,$,$,$,$,$,$,$,$);
#2=IFCBUILDINGSTOREY('b',$,$,$,$,$,$,$,$,$);
#3=IFCRELAGGREGATES('r',$,$,$,#1,(#2));`},
	{"BBX000", "representation of type BoundingBox", ifc4, Passed, `#1=IFCCARTESIANPOINT((0.,0.,0.));
#2=IFCBOUNDINGBOX(#1,1.,1.,1.);
#3=IFCSHAPEREPRESENTATION($,'Box','BoundingBox',(#2));
#4=IFCPRODUCTDEFINITIONSHAPE($,$,(#3));
#5=IFCWALL('w',$,$,$,$,$,#4,$,$);`},
	{"BBX000", "box of a half space", ifc4, NotApplied, `#1=IFCCARTESIANPOINT((0.,0.,0.));
#2=IFCBOUNDINGBOX(#1,1.,1.,1.);
#3=IFCAXIS2PLACEMENT3D(#1,$,$);
#4=IFCPLANE(#3);
#5=IFCBOXEDHALFSPACE(#4,.T.,#2);`},
	{"CLS000", "object", ifc4, Passed, `#1=IFCWALL('w',$,$,$,$,$,$,$,$);
#2=IFCCLASSIFICATIONREFERENCE($,'B2',$,$,$,$);
#3=IFCRELASSOCIATESCLASSIFICATION('r',$,$,$,(#1),#2);`},
	{"CLS000", "the whole classification", ifc4, NotApplied, `#1=IFCWALL('w',$,$,$,$,$,$,$,$);
#2=IFCCLASSIFICATION($,$,$,'Uniclass',$,$,$);
#3=IFCRELASSOCIATESCLASSIFICATION('r',$,$,$,(#1),#2);`},
	{"CTX000", "styled material in a layer set", ifc4, Passed, styledMaterial + `#10=IFCMATERIALLAYER(#1,0.1,$,$,$,$,$);
#11=IFCMATERIALLAYERSET((#10),$,$);
#12=IFCMATERIALLAYERSETUSAGE(#11,.AXIS2.,.POSITIVE.,0.,$);
#13=IFCWALL('w',$,$,$,$,$,$,$,$);
#14=IFCRELASSOCIATESMATERIAL('r',$,$,$,(#13),#12);`},
	{"CTX000", "styled material of nothing", ifc4, NotApplied, styledMaterial + `#10=IFCMATERIAL('plain',$,$);
#13=IFCWALL('w',$,$,$,$,$,$,$,$);
#14=IFCRELASSOCIATESMATERIAL('r',$,$,$,(#13),#10);`},
	{"DOC000", "reference of a type", ifc4, NotApplied, `#1=IFCWALLTYPE('t',$,$,$,$,$,$,$,$,.SOLIDWALL.);
#2=IFCDOCUMENTREFERENCE('https://example.org',$,$,$,$);
#3=IFCRELASSOCIATESDOCUMENT('r',$,$,$,(#1),#2);`},
	{"DOC000", "information of an object", ifc2x3, Passed, `#1=IFCWALL('w',$,$,$,$,$,$,$);
#2=IFCDOCUMENTINFORMATION('1','d',$,$,$,$,$,$,$,$,$,$,$,$,$,$,$);
#3=IFCRELASSOCIATESDOCUMENT('r',$,$,$,(#1),#2);`},
	{"DOC000", "document of nothing", ifc4, NotApplied, `#2=IFCDOCUMENTREFERENCE('https://example.org',$,$,$,$);`},
	{"GDP000", "placed on a grid", ifc4, Passed, `#1=IFCGRIDPLACEMENT($,#9,$);
#2=IFCCOLUMN('c',$,$,$,$,#1,$,$,$);
#9=IFCVIRTUALGRIDINTERSECTION($,$);`},
	{"GDP000", "placed locally", ifc4, NotApplied, `#1=IFCLOCALPLACEMENT($,$);
#2=IFCCOLUMN('c',$,$,$,$,#1,$,$,$);`},
	{"GRF000", "reference system", ifc4, Passed, `#1=IFCPROJECTEDCRS('EPSG:25832',$,$,$,$,$,$);`},
	{"GRF000", "coordinates of the site alone", ifc4, NotApplied,
		`#1=IFCSITE('s',$,$,$,$,$,$,$,$,(52,0,0),(8,0,0),0.,$,$);`},
	{"GRP000", "group with a member", ifc4, Passed, `#1=IFCWALL('w',$,$,$,$,$,$,$,$);
#2=IFCGROUP('g',$,$,$,$);
#3=IFCRELASSIGNSTOGROUP('r',$,$,$,(#1),$,#2);`},
	{"GRP000", "group without members", ifc4, NotApplied, `#2=IFCGROUP('g',$,$,$,$);`},
	{"LAY000", "representation", ifc4, Passed, representedWall + `#5=IFCPRESENTATIONLAYERASSIGNMENT('A',$,(#2),$);`},
	{"LAY000", "item", ifc4, Passed, representedWall + `#5=IFCPRESENTATIONLAYERASSIGNMENT('A',$,(#1),$);`},
	{"LAY000", "nothing of a product", ifc4, NotApplied, representedWall + `#5=IFCPRESENTATIONLAYERASSIGNMENT('A',$,(#6),$);
#6=IFCCARTESIANPOINT((0.,0.));`},
	{"MAT000", "material", ifc4, Passed, `#1=IFCWALL('w',$,$,$,$,$,$,$,$);
#2=IFCMATERIAL('m',$,$);
#3=IFCRELASSOCIATESMATERIAL('r',$,$,$,(#1),#2);`},
	{"MAT000", "list in IFC4", ifc4, NotApplied, `#1=IFCWALL('w',$,$,$,$,$,$,$,$);
#2=IFCMATERIALLIST((#4));
#3=IFCRELASSOCIATESMATERIAL('r',$,$,$,(#1),#2);
#4=IFCMATERIAL('m',$,$);`},
	{"MAT000", "list in IFC2X3", ifc2x3, Passed, `#1=IFCWALL('w',$,$,$,$,$,$,$);
#2=IFCMATERIALLIST((#4));
#3=IFCRELASSOCIATESMATERIAL('r',$,$,$,(#1),#2);
#4=IFCMATERIAL('m');`},
	{"QTY000", "object", ifc4, Passed, `#1=IFCWALL('w',$,$,$,$,$,$,$,$);
#2=IFCELEMENTQUANTITY('q',$,'Qto_WallBaseQuantities',$,$,(#4));
#3=IFCRELDEFINESBYPROPERTIES('r',$,$,$,(#1),#2);
#4=IFCQUANTITYLENGTH('Length',$,$,1.,$);`},
	{"QTY000", "type alone", ifc4, NotApplied, `#1=IFCWALLTYPE('t',$,$,$,$,$,$,$,$,.SOLIDWALL.);
#2=IFCELEMENTQUANTITY('q',$,'Qto_WallBaseQuantities',$,$,(#4));
#3=IFCRELDEFINESBYPROPERTIES('r',$,$,$,(#1),#2);
#4=IFCQUANTITYLENGTH('Length',$,$,1.,$);`},
	{"RFT000", "referent", ifc4x3, Passed, `#1=IFCREFERENT('f',$,$,$,$,$,$,.STATION.);`},
	{"RFT000", "none", ifc4x3, NotApplied, alignment},
	{"TAS000", "triangles", ifc4, Passed, `#1=IFCCARTESIANPOINTLIST3D(((0.,0.,0.),(1.,0.,0.),(0.,1.,0.)));
#2=IFCTRIANGULATEDFACESET(#1,$,.F.,((1,2,3)),$);`},
	{"TAS000", "none", ifc4, NotApplied, representedWall},
}

const alignment = `#2=IFCALIGNMENT('a',$,$,$,$,$,$,$);
`

const styledMaterial = `#1=IFCMATERIAL('m',$,$);
#2=IFCSTYLEDITEM($,(#9),$);
#3=IFCSTYLEDREPRESENTATION($,$,$,(#2));
#4=IFCMATERIALDEFINITIONREPRESENTATION($,$,(#3),#1);
#9=IFCSURFACESTYLE($,.BOTH.,(#8));
#8=IFCSURFACESTYLESHADING(#7,$);
#7=IFCCOLOURRGB($,1.,0.,0.);
`

const representedWall = `#1=IFCPOLYLINE((#8,#9));
#2=IFCSHAPEREPRESENTATION($,'Axis','Curve2D',(#1));
#3=IFCPRODUCTDEFINITIONSHAPE($,$,(#2));
#4=IFCWALL('w',$,$,$,$,$,#3,$,$);
#8=IFCCARTESIANPOINT((0.,0.));
#9=IFCCARTESIANPOINT((1.,0.));
`
