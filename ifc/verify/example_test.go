package verify_test

import (
	"context"
	"fmt"
	"os"

	"github.com/bimstream/bimstream/ifc/verify"
)

func Example() {
	f, err := os.Open("../../testdata/ifc/verify/fail-PSE001-property_name.ifc")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer f.Close()
	report, err := verify.Read(context.Background(), f, verify.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, finding := range report.Findings {
		fmt.Println(finding)
	}
	fmt.Println(report.Worst(verify.Agreement))
	// Output:
	// #53 IfcPropertySingleValue.Name: Pset_WallCommon has no property Outside [PSE001, implementer_agreement]
	// true
}
