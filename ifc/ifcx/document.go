package ifcx

import (
	"archive/zip"
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"time"
)

// Draft is the version of the draft that this package writes: a commit of github.com/buildingSMART/IFC5-development.
const Draft = "02b0b21"

// version is the draft's name for its own version.
const version = "ifcx_alpha"

// header is the header of a file. All its members are texts.
type header struct {
	ID          string `json:"id"`
	Version     string `json:"ifcxVersion"`
	DataVersion string `json:"dataVersion"`
	Author      string `json:"author"`
	Timestamp   string `json:"timestamp"`
}

// headerOf returns the header of a layer. Its author is the responsible user; the agent is written as data of the
// project.
func headerOf(c Change) header {
	revision := strconv.FormatUint(c.Revision, 10)
	return header{ID: "bimstream:" + c.ModelID + ":" + c.Branch + ":" + revision, Version: version,
		DataVersion: revision, Author: c.User, Timestamp: c.At.Format(time.RFC3339Nano)}
}

// imported is a reference to another file. A later import overrides an earlier import.
type imported struct {
	URI string `json:"uri"`
}

// write writes a document with one line for each node.
func write(w io.Writer, h header, imports []imported, declared schemas, nodes []*node, of schemas) error {
	out := bufio.NewWriter(w)
	for _, part := range []struct {
		name  string
		value any
	}{{`{"header":`, h}, {",\n" + `"imports":`, imports}, {",\n" + `"schemas":`, declared}} {
		text, err := json.Marshal(part.value)
		if err != nil {
			return err
		}
		_, _ = out.WriteString(part.name)
		_, _ = out.Write(text)
	}
	_, _ = out.WriteString(",\n" + `"data":[`)
	var line []byte
	for i, n := range nodes {
		if line = line[:0]; i > 0 {
			line = append(line, ',')
		}
		line = n.appendTo(append(line, '\n'), of)
		_, _ = out.Write(line)
	}
	_, _ = out.WriteString("\n]}\n")
	return out.Flush() // bufio.Writer keeps the first error
}

// WriteDocument writes the only layer of l as a document.
func WriteDocument(w io.Writer, l *Layers, only *Layer) error {
	return write(w, headerOf(only.Change), []imported{}, l.schemas, only.nodes, l.schemas)
}

// The names of files in an archive. The name of a layer begins with its number in the history, followed by the
// revision.
const (
	schemasName = "0000-schemas.ifcx"
	stackName   = "stack.ifcx"
)

// stamp is the time of all entries: the earliest time that a ZIP archive can hold. A fixed time gives equal bytes for
// equal histories; the layers record when they were made.
var stamp = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

// WriteArchive writes the layers of a history as files of a ZIP archive: the declarations of all attributes, each
// layer, and a document that imports them all in order.
func WriteArchive(w io.Writer, l *Layers, layers []*Layer) error {
	out := zip.NewWriter(w)
	last := headerOf(layers[len(layers)-1].Change)
	add := func(name string, h header, imports []imported, declared schemas, nodes []*node) error {
		f, err := out.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: stamp})
		if err != nil {
			return err
		}
		return write(f, h, imports, declared, nodes, l.schemas)
	}
	declaring := last
	declaring.ID += ":schemas"
	if err := add(schemasName, declaring, []imported{}, l.schemas, nil); err != nil {
		return err
	}
	stack := []imported{{schemasName}}
	for i, layer := range layers {
		c := layer.Change
		name := fmt.Sprintf("%04d-r%d.ifcx", i+1, c.Revision)
		if err := add(name, headerOf(c), []imported{}, schemas{}, layer.nodes); err != nil {
			return err
		}
		stack = append(stack, imported{name})
	}
	last.ID += ":stack"
	if err := add(stackName, last, stack, schemas{}, nil); err != nil {
		return err
	}
	return out.Close()
}
