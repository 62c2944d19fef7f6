package tools

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/ifc/bcf"
)

// keptTopic is the stored form of a topic that was exchanged: its pictures and documents are kept beside it, by their
// SHA-256, since most of them stay the same.
type keptTopic struct {
	Topic     bcf.Topic         `json:"topic"`
	Snapshots map[int]string    `json:"snapshots,omitempty"` // by place of the viewpoint
	Bitmaps   map[string]string `json:"bitmaps,omitempty"`   // by places of viewpoint and bitmap
	Snippet   string            `json:"snippet,omitempty"`
	Documents []keptDocument    `json:"documents,omitempty"`
}

type keptDocument struct {
	GUID, Filename, Description, SHA256 string
}

// exchanged is a topic with the documents that it refers to.
type exchanged struct {
	bcf.Topic
	documents []bcf.Document
}

// exchangedOf takes a topic out of an archive.
func exchangedOf(a *bcf.Archive, t bcf.Topic) *exchanged {
	out := &exchanged{Topic: t}
	for _, r := range t.Documents {
		for _, d := range a.Documents {
			if d.GUID == r.Document {
				out.addDocument(d)
			}
		}
	}
	return out
}

func (x *exchanged) addDocument(d bcf.Document) {
	for i := range x.documents {
		if x.documents[i].GUID == d.GUID {
			x.documents[i] = d
			return
		}
	}
	x.documents = append(x.documents, d)
}

// keep notes all bytes of a topic and returns its name.
func (x *exchanged) keep(all blobs) string {
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
	for _, d := range x.documents {
		k.Documents = append(k.Documents, keptDocument{d.GUID, d.Filename, d.Description, all.add(d.Data)})
	}
	text, err := json.Marshal(k)
	if err != nil {
		panic("tools: a topic does not encode: " + err.Error()) // its numbers are finite
	}
	return all.add(text)
}

// exchange returns a topic that was kept.
func (b *Backend) exchange(ctx context.Context, modelID, name string) (*exchanged, error) {
	text, err := b.blob(ctx, modelID, name)
	if err != nil {
		return nil, err
	}
	var k keptTopic
	if err := json.Unmarshal(text, &k); err != nil {
		return nil, domain.Errorf(domain.StoreCorrupt, "a topic that was kept does not decode: %w", err)
	}
	out := &exchanged{Topic: k.Topic}
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
		out.documents = append(out.documents, bcf.Document{GUID: d.GUID, Filename: d.Filename,
			Description: d.Description, Data: read(d.SHA256)})
	}
	return out, err
}
