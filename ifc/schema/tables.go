package schema

import (
	"bytes"
	"compress/gzip"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
)

// tables holds for each schema NAME.json.gz, a [Schema] as JSON, and NAME_sets.json.gz, its property and quantity
// sets. zcat shows them.
//
//go:embed tables
var tables embed.FS

var (
	ifc2x3 = sync.OnceValue(func() *Schema { return mustLoad("IFC2X3") })
	ifc4   = sync.OnceValue(func() *Schema { return mustLoad("IFC4") })
	ifc4x3 = sync.OnceValue(func() *Schema { return mustLoad("IFC4X3_ADD2") })
)

// IFC2X3 returns IFC2X3 TC1.
func IFC2X3() *Schema { return ifc2x3() }

// IFC4 returns IFC4 ADD2 TC1.
func IFC4() *Schema { return ifc4() }

// IFC4X3 returns IFC4X3 ADD2.
func IFC4X3() *Schema { return ifc4x3() }

// ByName returns a schema by its name in FILE_SCHEMA, in any case. IFC4X3 means IFC4X3_ADD2, because some programs
// accept only one of the two spellings.
func ByName(name string) (*Schema, bool) {
	switch strings.ToUpper(name) {
	case "IFC2X3":
		return IFC2X3(), true
	case "IFC4":
		return IFC4(), true
	case "IFC4X3", "IFC4X3_ADD2":
		return IFC4X3(), true
	}
	return nil, false
}

// mustLoad reads the embedded tables of a schema. It panics on an error, because only a faulty build can cause one: the
// tables are part of the program and a test reads them all.
func mustLoad(name string) *Schema {
	s := &Schema{sets: &Sets{}}
	err := unpack("tables/"+name+".json.gz", s)
	if err == nil {
		err = s.link()
	}
	if err == nil {
		err = unpack("tables/"+name+"_sets.json.gz", s.sets)
	}
	if err != nil {
		panic(fmt.Errorf("schema %s: %w", name, err))
	}
	s.sets.link()
	return s
}

func unpack(name string, into any) error {
	packed, err := tables.ReadFile(name)
	if err != nil {
		return err
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return err
	}
	text, err := io.ReadAll(z)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}
