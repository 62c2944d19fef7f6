package server

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"mime"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/bimstream/bimstream/mcp/skills"
	"github.com/bimstream/bimstream/mcp/wire"
)

// SkillsExtension is the name of the extension through which clients find skills (SEP-2640).
const SkillsExtension = "io.modelcontextprotocol/skills"

// skillScheme is the prefix of the addresses of the files of skills: skill://NAME/PATH.
const skillScheme = "skill://"

// servedSkill is a skill in the form of skills/list and skills/get: its head, and all its files with their digests.
type servedSkill struct {
	URI         string         `json:"uri"`
	Frontmatter map[string]any `json:"frontmatter"`
	Resources   []skillFile    `json:"resources"`
}

type skillFile struct {
	URI      string `json:"uri"`
	Digest   string `json:"digest"`
	Size     int    `json:"size"`
	MIMEType string `json:"mimeType"`
}

func skillURI(s skills.Skill, file string) string { return skillScheme + s.Name + "/" + file }

// skillMedia returns the media type of a file of a skill.
func skillMedia(f skills.File) string {
	ending := strings.ToLower(path.Ext(f.Path))
	switch media := mime.TypeByExtension(ending); {
	case ending == ".md":
		return "text/markdown"
	case media != "":
		return media
	case utf8.Valid(f.Content):
		return "text/plain"
	}
	return "application/octet-stream"
}

func servedSkillOf(s skills.Skill) servedSkill {
	out := servedSkill{URI: skillURI(s, s.Files[0].Path), Frontmatter: s.Head}
	for _, f := range s.Files {
		digest := sha256.Sum256(f.Content)
		out.Resources = append(out.Resources, skillFile{skillURI(s, f.Path), "sha256:" + hex.EncodeToString(digest[:]),
			len(f.Content), skillMedia(f)})
	}
	return out
}

// sound returns the skills without faults.
func sound(folders []string) []skills.Skill {
	var out []skills.Skill
	for _, s := range skills.Load(folders) {
		if s.Fault == "" {
			out = append(out, s)
		}
	}
	return out
}

// cached holds the caching fields of every listed result. Results are not to be cached, because files may change.
type cached struct {
	ResultType string `json:"resultType"`
	TTL        int64  `json:"ttlMs"`
	Scope      string `json:"cacheScope"`
}

var notCached = cached{"complete", 0, "private"}

// SkillMethods returns the methods skills/list and skills/get.
func (b *Backend) SkillMethods() map[string]wire.Method {
	return map[string]wire.Method{"skills/list": b.skillsList, "skills/get": b.skillsGet}
}

func (b *Backend) skillsList(_ context.Context, params json.RawMessage) (any, error) {
	var p struct {
		Cursor string `json:"cursor"`
	}
	if params != nil && json.Unmarshal(params, &p) != nil || p.Cursor != "" {
		return nil, wire.InvalidParams("the cursor is not one that this server gave: the list comes whole, ask without")
	}
	list := []servedSkill{}
	for _, s := range sound(b.SkillDirs) {
		list = append(list, servedSkillOf(s))
	}
	return struct {
		Skills []servedSkill `json:"skills"`
		cached
	}{list, notCached}, nil
}

func (b *Backend) skillsGet(_ context.Context, params json.RawMessage) (any, error) {
	var p struct {
		URI string `json:"uri"`
	}
	if json.Unmarshal(params, &p) != nil || p.URI == "" {
		return nil, wire.InvalidParams("give the uri of a skill, as skills/list names it")
	}
	for _, s := range sound(b.SkillDirs) {
		if one := servedSkillOf(s); one.URI == p.URI {
			return struct {
				Skill servedSkill `json:"skill"`
				cached
			}{one, notCached}, nil
		}
	}
	return nil, wire.InvalidParams("there is no skill at this uri: skills/list names them")
}

// readSkillResource returns a file of a skill.
func (b *Backend) readSkillResource(uri string) (wire.Content, error) {
	for _, s := range sound(b.SkillDirs) {
		for _, f := range s.Files {
			if skillURI(s, f.Path) != uri {
				continue
			}
			if utf8.Valid(f.Content) {
				return wire.Content{MIMEType: skillMedia(f), Text: string(f.Content)}, nil
			}
			return wire.Content{MIMEType: skillMedia(f), Blob: f.Content}, nil
		}
	}
	return wire.Content{}, wire.ErrNoResource
}

// SkillResources lists the SKILL.md of each skill, in its state at the start of the server.
func SkillResources(folders []string) []wire.Resource {
	var out []wire.Resource
	for _, s := range sound(folders) {
		out = append(out, wire.Resource{URI: skillURI(s, s.Files[0].Path), Name: s.Name,
			Title: strings.ReplaceAll(s.Name, "-", " "), Description: s.Description, MIMEType: "text/markdown"})
	}
	return out
}

// SkillTemplates returns the template of the addresses of the files of skills.
func SkillTemplates() []wire.ResourceTemplate {
	return []wire.ResourceTemplate{{URITemplate: skillScheme + "{name}/{+path}", Name: "skill",
		Title:       "File of a skill",
		Description: "skills/list names the files of each skill, with digests.", MIMEType: "text/markdown"}}
}
