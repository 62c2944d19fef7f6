package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	out := flag.String("out", "tables", "folder for the tables")
	flag.Parse()
	for _, path := range flag.Args() {
		if err := generate(*out, path); err != nil {
			fmt.Fprintf(os.Stderr, "generate: %s: %v\n", filepath.Base(path), err)
			os.Exit(1)
		}
	}
}

// generate makes one table from one file.
func generate(out, path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var name string
	var table any
	switch ext := filepath.Ext(path); ext {
	case ".exp":
		name, table, err = schemaTable(string(data))
	case ".zip":
		name, table, err = archiveTable(data)
	case ".csv":
		name, table, err = csvTable(data)
	default:
		err = fmt.Errorf("unknown kind of file %q: expected .exp, .zip or .csv", ext)
	}
	if err != nil {
		return err
	}
	packed, err := pack(table)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, name+".json.gz"), packed, 0o644)
}

// pack returns v as compressed JSON on one line. The gzip header has neither name nor time.
func pack(v any) ([]byte, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(text); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
