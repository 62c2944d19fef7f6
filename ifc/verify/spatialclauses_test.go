package verify

var spatialClauses = []clause{
	{"SPS001", "building in the site", ifc2x3, Passed, spatialTree},
	{"SPS001", "building beside the site", ifc2x3, Failed, `#1=IFCPROJECT('p',$,$,$,$,$,$,$,$);
#2=IFCSITE('s',$,$,$,$,$,$,$,$,$,$,$,$,$);
#3=IFCBUILDING('b',$,$,$,$,$,$,$,$,$,$,$);
#4=IFCRELAGGREGATES('r',$,$,$,#1,(#2,#3));`},
	{"SPS001", "building of the project without a site", ifc2x3, Passed, `#1=IFCPROJECT('p',$,$,$,$,$,$,$,$);
#3=IFCBUILDING('b',$,$,$,$,$,$,$,$,$,$,$);
#4=IFCRELAGGREGATES('r',$,$,$,#1,(#3));`},
	{"SPS001", "another schema", ifc4, NotApplied, spatialTree},
	{"SPS002", "order of the table", ifc4, Passed, spatialTree},
	{"SPS002", "nothing aggregated", ifc4, Passed, `#1=IFCPROJECT('p',$,$,$,$,$,$,$,$);`},
	{"SPS002", "site of a building", ifc4, Failed, `#2=IFCSITE('s',$,$,$,$,$,$,$,$,$,$,$,$,$);
#3=IFCBUILDING('b',$,$,$,$,$,$,$,$,$,$,$);
#4=IFCRELAGGREGATES('r',$,$,$,#3,(#2));`},
	{"SPS002", "wall of the project", ifc4, Failed, `#2=IFCPROJECT('p',$,$,$,$,$,$,$,$);
#3=IFCWALL('w',$,$,$,$,$,$,$,$);
#4=IFCRELAGGREGATES('r',$,$,$,#2,(#3));`},
	{"BLT003", "flight of a stair", ifc4, Passed, stairOf("IFCSTAIRFLIGHT('w',$,$,$,$,$,$,$,$,$,$,$,$)")},
	{"BLT003", "door of a stair", ifc4, Failed, stairOf("IFCDOOR('w',$,$,$,$,$,$,$,$,$,$,$,$)")},
	{"BLT003", "stair of nothing", ifc4, Passed, `#2=IFCSTAIR('s',$,$,$,$,$,$,$,$);`},
	{"BLT003", "no stair", ifc4, NotApplied, containedWall},
	{"SPS002", "another schema", ifc2x3, NotApplied, spatialTree},
	{"SPS003", "part contained", ifc4, Failed, aggregatedSlab +
		`#4=IFCRELCONTAINEDINSPATIALSTRUCTURE('c',$,$,$,(#2),#9);`},
	{"SPS003", "whole contained", ifc4, Passed, aggregatedSlab +
		`#4=IFCRELCONTAINEDINSPATIALSTRUCTURE('c',$,$,$,(#1),#9);`},
	{"SPS003", "nothing aggregated", ifc4, NotApplied, containedWall},
	{"SPS005", "contained", ifc4, Passed, containedWall},
	{"SPS005", "child of nothing", ifc4, Failed, `#1=IFCWALL('w',$,$,$,$,$,$,$,$);`},
	{"SPS005", "part and contained", ifc4, Failed, aggregatedSlab +
		`#4=IFCRELCONTAINEDINSPATIALSTRUCTURE('c',$,$,$,(#1,#2),#9);`},
	{"SPS005", "opening of a wall", ifc4, Passed, containedWall + `#4=IFCOPENINGELEMENT('o',$,$,$,$,$,$,$,.OPENING.);
#5=IFCRELVOIDSELEMENT('v',$,$,$,#1,#4);`},
	{"SPS005", "opening of a wall, contained too", ifc4, Failed, containedWall + `#4=IFCOPENINGELEMENT('o',$,$,$,$,$,$,$,.OPENING.);
#5=IFCRELVOIDSELEMENT('v',$,$,$,#1,#4);
#6=IFCRELCONTAINEDINSPATIALSTRUCTURE('d',$,$,$,(#4),#9);`},
	{"SPS005", "projection of a wall", ifc4, Passed, containedWall + `#4=IFCPROJECTIONELEMENT('o',$,$,$,$,$,$,$,$);
#5=IFCRELPROJECTSELEMENT('v',$,$,$,#1,#4);`},
	{"SPS005", "surface feature of a wall", ifc4x3, Passed, containedWall + `#4=IFCSURFACEFEATURE('o',$,$,$,$,$,$,$,$);
#5=IFCRELADHERESTOELEMENT('v',$,$,$,#1,(#4));`},
	{"SPS005", "nested element", ifc4, Passed, containedWall + nestedTap},
	{"SPS005", "no elements", ifc4, NotApplied, spatialTree},
	{"SPS007", "contained", ifc4, Passed, containedWall},
	{"SPS007", "wall nowhere", ifc4, Failed, `#1=IFCWALL('w',$,$,$,$,$,$,$,$);`},
	{"SPS007", "grid nowhere", ifc4, Failed, `#1=IFCGRID('g',$,$,$,$,$,$,$,$,$,$);`},
	{"SPS007", "annotation nowhere", ifc4, Failed, `#1=IFCANNOTATION('a',$,$,$,$,$,$);`},
	{"SPS007", "annotation in an annotation", ifc4x3, Passed, `#1=IFCANNOTATION('a',$,$,$,$,$,$,$);
#2=IFCANNOTATION('b',$,$,$,$,$,$,$);
#3=IFCRELNESTS('n',$,$,$,#1,(#2));
#4=IFCRELCONTAINEDINSPATIALSTRUCTURE('c',$,$,$,(#1),#9);
#9=IFCBUILDINGSTOREY('st',$,$,$,$,$,$,$,$,$);`},
	{"SPS007", "opening nowhere", ifc4, NotApplied, `#4=IFCOPENINGELEMENT('o',$,$,$,$,$,$,$,.OPENING.);`},
	{"SPS007", "nested element", ifc4, Passed, containedWall + nestedTap},
	{"SPS007", "alignment not contained", ifc4x3, Passed, `#1=IFCALIGNMENT('a',$,$,$,$,$,$,$);`},
	{"SPS007", "alignment contained", ifc4x3, Failed, `#1=IFCALIGNMENT('a',$,$,$,$,$,$,$);
#4=IFCRELCONTAINEDINSPATIALSTRUCTURE('c',$,$,$,(#1),#9);
#9=IFCSITE('s',$,$,$,$,$,$,$,$,$,$,$,$,$);`},
	{"SPS008", "storey with a shape", ifc2x3, Failed, `#9=IFCBUILDINGSTOREY('st',$,$,$,$,$,#1,$,$,$);
#1=IFCPRODUCTDEFINITIONSHAPE($,$,());`},
	{"SPS008", "site with a shape", ifc4, Failed, shapedSite},
	{"SPS008", "site with a shape in IFC2X3", ifc2x3, NotApplied, shapedSite},
	{"SPS008", "building with a shape", ifc4x3, NotApplied, `#1=IFCPRODUCTDEFINITIONSHAPE($,$,());
#3=IFCBUILDING('b',$,$,$,$,$,#1,$,$,$,$,$);`},
	{"SPS008", "bridge with a shape", ifc4x3, Failed, `#1=IFCPRODUCTDEFINITIONSHAPE($,$,());
#3=IFCBRIDGE('b',$,$,$,$,$,#1,$,$,$);`},
	{"SPS008", "storey without", ifc4, Passed, `#9=IFCBUILDINGSTOREY('st',$,$,$,$,$,$,$,$,$);`},
}

const spatialTree = `#1=IFCPROJECT('p',$,$,$,$,$,$,$,$);
#2=IFCSITE('s',$,$,$,$,$,$,$,$,$,$,$,$,$);
#3=IFCBUILDING('b',$,$,$,$,$,$,$,$,$,$,$);
#4=IFCRELAGGREGATES('r',$,$,$,#1,(#2));
#5=IFCRELAGGREGATES('q',$,$,$,#2,(#3));
`

const aggregatedSlab = `#1=IFCROOF('a',$,$,$,$,$,$,$,$);
#2=IFCSLAB('b',$,$,$,$,$,$,$,$);
#3=IFCRELAGGREGATES('r',$,$,$,#1,(#2));
#9=IFCBUILDINGSTOREY('st',$,$,$,$,$,$,$,$,$);
`

const containedWall = `#1=IFCWALL('w',$,$,$,$,$,$,$,$);
#2=IFCRELCONTAINEDINSPATIALSTRUCTURE('c',$,$,$,(#1),#9);
#9=IFCBUILDINGSTOREY('st',$,$,$,$,$,$,$,$,$);
`

const nestedTap = `#4=IFCVALVE('t',$,$,$,$,$,$,$,.FAUCET.);
#5=IFCRELNESTS('n',$,$,$,#1,(#4));
`

const shapedSite = `#1=IFCPRODUCTDEFINITIONSHAPE($,$,());
#2=IFCSITE('s',$,$,$,$,$,#1,$,$,$,$,$,$,$);
`

// stairOf returns a stair with another element as its part.
func stairOf(part string) string {
	return `#2=IFCSTAIR('s',$,$,$,$,$,$,$,$);
#3=` + part + `;
#4=IFCRELAGGREGATES('r',$,$,$,#2,(#3));`
}
