package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/bimstream/bimstream/ifc/step"
)

func main() {
	same, refused, faults := 0, 0, 0
	err := filepath.WalkDir(os.Args[1], func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.EqualFold(filepath.Ext(path), ".ifc") {
			return err
		}
		switch wrong, err := roundTrip(path); {
		case wrong != nil:
			refused++
		case err != nil:
			faults++
			fmt.Printf("fault: %s: %v\n", path, err)
		default:
			same++
		}
		return nil
	})
	if err != nil {
		fmt.Println("fault:", err)
		os.Exit(1)
	}
	fmt.Printf("# %d files written to equivalent ones, %d refused with a syntax error, %d faults\n", same,
		refused, faults)
	if faults > 0 || same == 0 {
		os.Exit(1)
	}
}

// roundTrip returns why a file cannot be read, or how its copy differs.
func roundTrip(path string) (refused, fault error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	read, err := step.ParseBytes(data)
	if err != nil {
		return err, nil
	}
	var out bytes.Buffer
	if err := step.Write(&out, read); err != nil {
		return nil, err
	}
	again, err := step.ParseBytes(out.Bytes())
	if err != nil {
		return nil, err
	}
	if !reflect.DeepEqual(read.Header, again.Header) {
		return nil, fmt.Errorf("the header differs: %+v, %+v", read.Header, again.Header)
	}
	if len(read.Instances) != len(again.Instances) {
		return nil, fmt.Errorf("%d instances became %d", len(read.Instances), len(again.Instances))
	}
	for i := range read.Instances {
		if !reflect.DeepEqual(read.Instances[i], again.Instances[i]) {
			return nil, fmt.Errorf("#%d differs", read.Instances[i].ID)
		}
	}
	return nil, nil
}
