package step_test

import (
	"fmt"
	"os"

	"github.com/bimstream/bimstream/ifc/step"
)

func ExampleWrite() {
	f := &step.File{
		Header: step.Header{Schemas: []string{"IFC4"}},
		Instances: []step.Instance{
			{ID: 1, Name: "IFCCARTESIANPOINT", Args: []step.Value{step.List{step.Real(0), step.Real(1.5)}}},
			{ID: 2, Name: "IFCPROPERTYSINGLEVALUE", Args: []step.Value{
				step.String("Höhe"), step.Null{}, step.Typed{Name: "IFCLENGTHMEASURE", Value: step.Real(2750)},
				step.Null{}}},
		},
	}
	if err := step.Write(os.Stdout, f); err != nil {
		fmt.Println(err)
	}
	// Output:
	// ISO-10303-21;
	// HEADER;
	// FILE_DESCRIPTION((''),'2;1');
	// FILE_NAME('','',(''),(''),'','','');
	// FILE_SCHEMA(('IFC4'));
	// ENDSEC;
	// DATA;
	// #1=IFCCARTESIANPOINT((0.,1.5));
	// #2=IFCPROPERTYSINGLEVALUE('H\X2\00F6\X0\he',$,IFCLENGTHMEASURE(2750.),$);
	// ENDSEC;
	// END-ISO-10303-21;
}

func ExampleOpen() {
	data := []byte("ISO-10303-21;HEADER;FILE_SCHEMA(('IFC4'));ENDSEC;DATA;" +
		"#7=IFCWALL('a');#9=IFCDOOR('b',#7);ENDSEC;END-ISO-10303-21;")
	doc, err := step.Open(data)
	if err != nil {
		fmt.Println(err)
	}
	for _, id := range doc.Named("IFCDOOR") {
		in, err := doc.Instance(id)
		fmt.Println(in.ID, in.Args, err)
	}
	// Output:
	// 9 [b 7] <nil>
}
