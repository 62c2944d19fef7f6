package tasks

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/domain/tasks"
	"github.com/bimstream/bimstream/ifc/bcf"
)

// PlainText returns a text in the form that tasks store: valid UTF-8, without control characters, cut to a number of
// characters.
func PlainText(text string, most int) string {
	text = strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\ufffd")))
	if r := []rune(text); len(r) > most {
		return strings.TrimSpace(string(r[:most-1]) + "…")
	}
	return text
}

// PlainLine returns a text in the same form as PlainText, on one line.
func PlainLine(text string, most int) string {
	return PlainText(strings.Join(strings.Fields(text), " "), most)
}

// keptTopic is the stored form of an exchanged topic. Its pictures and documents are stored beside it under their
// SHA-256, because most of them stay the same.
type keptTopic struct {
	Topic     bcf.Topic         `json:"topic"`
	Snapshots map[int]string    `json:"snapshots,omitempty"` // by index of the viewpoint
	Bitmaps   map[string]string `json:"bitmaps,omitempty"`   // by indexes of viewpoint and bitmap
	Snippet   string            `json:"snippet,omitempty"`
	Documents []keptDocument    `json:"documents,omitempty"`
}

type keptDocument struct {
	GUID, Filename, Description, SHA256 string
}

// Exchanged is a topic with the documents that it refers to.
type Exchanged struct {
	bcf.Topic
	KeptDocuments []bcf.Document
}

func (x *Exchanged) AddDocument(d bcf.Document) {
	for i := range x.KeptDocuments {
		if x.KeptDocuments[i].GUID == d.GUID {
			x.KeptDocuments[i] = d
			return
		}
	}
	x.KeptDocuments = append(x.KeptDocuments, d)
}

// Keep adds the stored form of a topic, with its pictures and documents, to the bytes to store. It returns the name
// under which Exchange finds the topic.
func (x *Exchanged) Keep(all Blobs) string {
	k := keptTopic{Topic: x.Topic, Snapshots: map[int]string{}, Bitmaps: map[string]string{}}
	k.Topic.Viewpoints = append([]bcf.Viewpoint{}, x.Viewpoints...)
	for i := range k.Topic.Viewpoints {
		v := &k.Topic.Viewpoints[i]
		if len(v.Snapshot) > 0 {
			k.Snapshots[i], v.Snapshot = all.add(v.Snapshot), nil
		}
		v.Bitmaps = append([]bcf.Bitmap{}, v.Bitmaps...)
		for j := range v.Bitmaps {
			k.Bitmaps[fmt.Sprintf("%d/%d", i, j)], v.Bitmaps[j].Data = all.add(v.Bitmaps[j].Data), nil
		}
	}
	if s := x.Snippet; s != nil && len(s.Data) > 0 {
		plain := *s
		k.Snippet, plain.Data = all.add(s.Data), nil
		k.Topic.Snippet = &plain
	}
	for _, d := range x.KeptDocuments {
		k.Documents = append(k.Documents, keptDocument{d.GUID, d.Filename, d.Description, all.add(d.Data)})
	}
	text, err := json.Marshal(k)
	if err != nil {
		panic("tools: a topic does not encode: " + err.Error()) // cannot fail, because its numbers are finite
	}
	return all.add(text)
}

// Exchange returns a stored topic.
func (b *Backend) Exchange(ctx context.Context, modelID, name string) (*Exchanged, error) {
	text, err := b.blob(ctx, modelID, name)
	if err != nil {
		return nil, err
	}
	var k keptTopic
	if err := json.Unmarshal(text, &k); err != nil {
		return nil, state.Errorf(state.StoreCorrupt, "a topic that was kept does not decode: %w", err)
	}
	out := &Exchanged{Topic: k.Topic}
	read := func(sum string) (data []byte) {
		if err == nil && sum != "" {
			data, err = b.blob(ctx, modelID, sum)
		}
		return data
	}
	for i := range out.Viewpoints {
		v := &out.Viewpoints[i]
		v.Snapshot = read(k.Snapshots[i])
		for j := range v.Bitmaps {
			v.Bitmaps[j].Data = read(k.Bitmaps[fmt.Sprintf("%d/%d", i, j)])
		}
	}
	if out.Snippet != nil {
		out.Snippet.Data = read(k.Snippet)
	}
	for _, d := range k.Documents {
		out.KeptDocuments = append(out.KeptDocuments, bcf.Document{GUID: d.GUID, Filename: d.Filename,
			Description: d.Description, Data: read(d.SHA256)})
	}
	return out, err
}

// AddAll adds to x the viewpoints, comments, documents and related topics that only another version of its topic has.
func (x *Exchanged) AddAll(more *Exchanged) {
	for _, v := range more.Viewpoints {
		if !slices.ContainsFunc(x.Viewpoints, func(k bcf.Viewpoint) bool { return k.GUID == v.GUID }) {
			x.Viewpoints = append(x.Viewpoints, v)
		}
	}
	for _, c := range more.Comments {
		if !slices.ContainsFunc(x.Comments, func(k bcf.Comment) bool { return k.GUID == c.GUID }) {
			x.Comments = append(x.Comments, c)
		}
	}
	for _, d := range more.Documents {
		if !slices.ContainsFunc(x.Documents, func(k bcf.DocumentReference) bool {
			return k.GUID == d.GUID || k.Document == d.Document && k.URL == d.URL
		}) {
			x.Documents = append(x.Documents, d)
		}
	}
	for _, d := range more.KeptDocuments {
		if !slices.ContainsFunc(x.KeptDocuments, func(k bcf.Document) bool { return k.GUID == d.GUID }) {
			x.KeptDocuments = append(x.KeptDocuments, d)
		}
	}
	for _, guid := range more.Related {
		if !slices.Contains(x.Related, guid) {
			x.Related = append(x.Related, guid)
		}
	}
	if x.Snippet == nil {
		x.Snippet = more.Snippet
	}
	if len(x.Topic.Files) == 0 {
		x.Topic.Files = more.Topic.Files
	}
}

func StampTime(text string) time.Time {
	t, _ := time.Parse(time.RFC3339Nano, text) // the stamp of an event
	return t.UTC()
}

// Say adds the comments of a task to a topic.
func (x *Exchanged) Say(t *tasks.Task) {
	for _, c := range t.Comments {
		i := slices.IndexFunc(x.Comments, func(k bcf.Comment) bool { return state.ID(k.GUID) == c.ID })
		switch {
		case i < 0:
			x.Comments = append(x.Comments, bcf.Comment{GUID: string(c.ID), Date: StampTime(c.At),
				Author: cmp.Or(c.ClaimedAuthor, c.Author, "unknown"), Text: c.Text})
		case PlainText(x.Comments[i].Text, tasks.MaxText) != c.Text:
			x.Comments[i].Text = c.Text
		}
	}
}
