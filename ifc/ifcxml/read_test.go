package ifcxml

import (
	"context"
	"encoding/xml"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// document4 has an inverse attribute, types by xsi:type, forward references, wrappers, words and nested lists.
const document4 = `<?xml version="1.0" encoding="UTF-8"?>
<ifcXML xmlns="http://www.buildingsmart-tech.org/ifc/IFC4/final"
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" id="x">
<header><name>house</name><time_stamp>2026-01-02T03:04:05</time_stamp><author>Ann</author></header>
<IfcProject id="p" GlobalId="0xScRe4drECQ4DMSqUjd6d" Name="A &amp; B">
 <UnitsInContext><Units>
  <IfcSIUnit UnitType="lengthunit" Prefix="milli" Name="metre"/>
 </Units></UnitsInContext>
 <IsDecomposedBy><IfcRelAggregates GlobalId="1xScRe4drECQ4DMSqUjd6d"><RelatedObjects>
   <IfcSite pos="1" xsi:nil="true" ref="s2"/>
   <IfcSite pos="0" id="s1" GlobalId="2xScRe4drECQ4DMSqUjd6d" CompositionType="element" RefLatitude="47 30 0"/>
 </RelatedObjects></IfcRelAggregates></IsDecomposedBy>
</IfcProject>
<IfcSite id="s2" GlobalId="3xScRe4drECQ4DMSqUjd6d">
 <ObjectPlacement xsi:type="IfcLocalPlacement"><RelativePlacement xsi:type="IfcAxis2Placement3D">
  <Location Coordinates="0. 1.5e3 -2"/></RelativePlacement></ObjectPlacement>
</IfcSite>
<IfcPropertySingleValue Name="Load">
 <NominalValue><IfcBoolean-wrapper>true</IfcBoolean-wrapper></NominalValue></IfcPropertySingleValue>
<IfcPropertyListValue Name="Tags"><ListValues>
 <IfcLabel-wrapper>a b</IfcLabel-wrapper><IfcInteger-wrapper>7</IfcInteger-wrapper></ListValues></IfcPropertyListValue>
<IfcCartesianPointList3D CoordList="0 0 0 1 0 0 0 1 0"/>
<IfcWall GlobalId="4xScRe4drECQ4DMSqUjd6d" Nonsense="1"/>
</ifcXML>`

const want4 = `#1=IFCPROJECT('0xScRe4drECQ4DMSqUjd6d',$,'A & B',$,$,$,$,$,#2);
#2=IFCUNITASSIGNMENT((#3));
#3=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);
#4=IFCRELAGGREGATES('1xScRe4drECQ4DMSqUjd6d',$,$,$,#1,(#5,#6));
#5=IFCSITE('2xScRe4drECQ4DMSqUjd6d',$,$,$,$,$,$,$,.ELEMENT.,(47,30,0),$,$,$,$);
#6=IFCSITE('3xScRe4drECQ4DMSqUjd6d',$,$,$,$,#7,$,$,$,$,$,$,$,$);
#7=IFCLOCALPLACEMENT($,#8);
#8=IFCAXIS2PLACEMENT3D(#9,$,$);
#9=IFCCARTESIANPOINT((0.,1500.,-2.));
#10=IFCPROPERTYSINGLEVALUE('Load',$,IFCBOOLEAN(.T.),$);
#11=IFCPROPERTYLISTVALUE('Tags',$,(IFCLABEL('a b'),IFCINTEGER(7)),$);
#12=IFCCARTESIANPOINTLIST3D(((0.,0.,0.),(1.,0.,0.),(0.,1.,0.)));
#13=IFCWALL('4xScRe4drECQ4DMSqUjd6d',$,$,$,$,$,$,$,$);
`

// document2 is in the form of IFC2X3: elements within elements of attributes, positions by ex:pos.
const document2 = `<ex:iso_10303_28 xmlns:ex="urn:iso.org:standard:10303:part(28):version(2):xmlschema:common"
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<ex:iso_10303_28_header><ex:name>old</ex:name><ex:author>Ben</ex:author></ex:iso_10303_28_header>
<uos id="uos_1" xmlns="http://www.iai-tech.org/ifcXML/IFC2x3/FINAL" configuration="i-ifc2x3">
<IfcProject id="i1"><GlobalId>0xScRe4drECQ4DMSqUjd6d</GlobalId>
 <OwnerHistory><IfcOwnerHistory xsi:nil="true" ref="i9"/></OwnerHistory>
 <Name>Old</Name><RepresentationContexts ex:cType="set"/>
 <UnitsInContext><IfcUnitAssignment id="i2"><Units ex:cType="set">
 <IfcSIUnit ex:pos="0" id="i3">
 <UnitType>lengthunit</UnitType><Name>metre</Name></IfcSIUnit>
 </Units></IfcUnitAssignment></UnitsInContext></IfcProject>
<IfcCartesianPoint id="i4"><Coordinates ex:cType="list">
 <IfcLengthMeasure ex:pos="1">2.5</IfcLengthMeasure>
 <IfcLengthMeasure ex:pos="0">1.</IfcLengthMeasure></Coordinates></IfcCartesianPoint>
<IfcPropertySingleValue id="i5"><Name>Fire</Name>
 <NominalValue><IfcLogical>unknown</IfcLogical></NominalValue></IfcPropertySingleValue>
</uos></ex:iso_10303_28>`

const want2 = `#1=IFCPROJECT('0xScRe4drECQ4DMSqUjd6d',#2,'Old',$,$,$,$,(),#3);
#3=IFCUNITASSIGNMENT((#4));
#4=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);
#5=IFCCARTESIANPOINT((1.,2.5));
#6=IFCPROPERTYSINGLEVALUE('Fire',$,IFCLOGICAL(.U.),$);
`

func TestDocumentsOfBothEditions(t *testing.T) {
	for _, c := range []struct{ document, want, author, unread string }{
		{document4, want4, "Ann", "map[IfcWall.Nonsense:1]"}, {document2, want2, "Ben", "map[]"},
	} {
		d, err := Read(context.Background(), []byte(c.document))
		if err != nil {
			t.Fatal(err)
		}
		if got := dataOf(t, d.File); got != c.want {
			t.Errorf("got\n%s\nwant\n%s", got, c.want)
		}
		if fmt.Sprint(d.Unread) != c.unread || fmt.Sprint(d.File.Header.Name.Author) != "["+c.author+"]" {
			t.Errorf("unread %v, author %v", d.Unread, d.File.Header.Name.Author)
		}
	}
}

func dataOf(t *testing.T, f *step.File) string {
	t.Helper()
	var out strings.Builder
	if err := step.Write(&out, f); err != nil {
		t.Fatal(err)
	}
	_, data, _ := strings.Cut(out.String(), "DATA;\n")
	data, _, _ = strings.Cut(data, "ENDSEC;")
	return data
}

func TestWhatIsNoDocument(t *testing.T) {
	deep := `<ifcXML xmlns="IFC4">` + strings.Repeat("<a>", 2*maxDepth)
	for _, text := range []string{"<", "<html></html>", `<ifcXML xmlns="IFC4"></ifcXML>`, deep, `<a>&x;</a>`} {
		if _, err := Read(context.Background(), []byte(text)); err == nil {
			t.Errorf("%.40q is read", text)
		}
	}
}

// TestAWholeBuilding checks that a building written as ifcXML is read back with every instance unchanged.
func TestAWholeBuilding(t *testing.T) {
	for _, name := range []string{"IFC4", "IFC2X3"} {
		data, err := os.ReadFile("../../testdata/ifc/" + goldens[name])
		if err != nil {
			t.Fatal(err)
		}
		f, err := step.ParseBytes(data)
		if err != nil {
			t.Fatal(err)
		}
		w := xmlWriter{schema: map[string]*schema.Schema{"IFC4": schema.IFC4(), "IFC2X3": schema.IFC2X3()}[name]}
		d, err := Read(context.Background(), []byte(w.document(f)))
		if err != nil {
			t.Fatal(err)
		}
		if len(d.Unread) > 0 || len(d.File.Instances) != len(f.Instances) {
			t.Fatalf("%s: unread %v, %d instances of %d", name, d.Unread, len(d.File.Instances), len(f.Instances))
		}
		if got, want := dataOf(t, d.File), dataOf(t, renumbered(f)); got != want {
			t.Errorf("%s: %s", name, firstDifference(got, want))
		}
	}
}

var goldens = map[string]string{"IFC4": "bodies.ifc", "IFC2X3": "house-ifc2x3.ifc"}

func firstDifference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf("got\n%s\nwant\n%s", x[i], y[i])
		}
	}
	return "one is longer"
}

// renumbered numbers instances in the order of their first mention, as a reader of a document does.
func renumbered(f *step.File) *step.File {
	to := map[int]int{}
	name := func(id int) step.Ref {
		if to[id] == 0 {
			to[id] = len(to) + 1
		}
		return step.Ref(to[id])
	}
	out := &step.File{Header: f.Header}
	var value func(step.Value) step.Value
	value = func(v step.Value) step.Value {
		switch v := v.(type) {
		case step.Ref:
			return name(int(v))
		case step.Typed:
			return step.Typed{Name: v.Name, Value: value(v.Value)}
		case step.List:
			list := make(step.List, len(v))
			for i := range v {
				list[i] = value(v[i])
			}
			return list
		}
		return v
	}
	for _, in := range f.Instances {
		made := step.Instance{ID: int(name(in.ID)), Name: in.Name, Args: make([]step.Value, len(in.Args))}
		for i, v := range in.Args {
			made.Args[i] = value(v)
		}
		out.Instances = append(out.Instances, made)
	}
	slices.SortFunc(out.Instances, func(a, b step.Instance) int { return a.ID - b.ID })
	return out
}

// xmlWriter writes instances in the form of IFC4: each instance separately, with references to other instances.
type xmlWriter struct {
	schema *schema.Schema
	out    strings.Builder
}

func (w *xmlWriter) document(f *step.File) string {
	fmt.Fprintf(&w.out, `<ifcXML xmlns="%s" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">`, w.schema.Name)
	for _, in := range f.Instances {
		e, _ := w.schema.Entity(in.Name)
		fmt.Fprintf(&w.out, "<%s id=\"i%d\">", e.Name, in.ID)
		for i, a := range e.AllAttributes() {
			w.named(a.Name, in.Args[i])
		}
		fmt.Fprintf(&w.out, "</%s>\n", e.Name)
	}
	return w.out.String() + "</ifcXML>"
}

func (w *xmlWriter) named(name string, v step.Value) {
	switch v := v.(type) {
	case step.Null, step.Derived:
	case step.Ref:
		fmt.Fprintf(&w.out, `<%s xsi:nil="true" ref="i%d"/>`, name, v)
	default:
		fmt.Fprintf(&w.out, "<%s>", name)
		w.content(v)
		fmt.Fprintf(&w.out, "</%s>", name)
	}
}

func (w *xmlWriter) content(v step.Value) {
	switch v := v.(type) {
	case step.List:
		for _, item := range v {
			w.named("item", item)
		}
	case step.Typed:
		w.named(v.Name+"-wrapper", v.Value)
	case step.Logical:
		w.out.WriteString([]string{"false", "true", "unknown"}[v])
	default:
		text, _ := step.AppendValue(nil, v)
		word := strings.Trim(string(text), ".")
		if s, ok := v.(step.String); ok {
			word = string(s)
		}
		_ = xml.EscapeText(&w.out, []byte(word))
	}
}
