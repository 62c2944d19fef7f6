package app

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
)

// LongListBytes is the space in bytes that the lists within one value may take in a reply before the reply shows only a
// part of them. A polygon of 2,000 points takes 36,000 to 90,000 bytes, while a reply has 40,000. The bound leaves room
// for a reason of 4,000 characters with six bytes each.
const LongListBytes = 8_000

// LongList describes a list within a value if the reply shows only a part of the list.
type LongList struct {
	Pointer string `json:"pointer" jsonschema:"JSON pointer of the list in the value"`
	From    int    `json:"from" jsonschema:"index of the first item told"`
	Shown   int    `json:"shown"`
	Items   int    `json:"items" jsonschema:"that the list has"`
}

// foundList is a long list with a function that replaces it in its value.
type foundList struct {
	pointer string
	items   []any
	put     func(value any)
}

// longLists finds the long lists of a decoded value. In nested lists it takes the innermost long lists, whose items are
// short, so that a reply can show some of the items. The lists are in the order of member names and item indices.
func longLists(value any, pointer string, put func(value any)) []foundList {
	var found []foundList
	switch v := value.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			token := strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
			found = append(found, longLists(v[name], pointer+"/"+token, func(x any) { v[name] = x })...)
		}
	case []any:
		if BytesOf(v) <= LongListBytes {
			return nil
		}
		if !slices.ContainsFunc(v, func(item any) bool { return BytesOf(item) > LongListBytes }) {
			return []foundList{{pointer, v, put}}
		}
		for i, item := range v {
			found = append(found, longLists(item, pointer+"/"+strconv.Itoa(i), func(x any) { v[i] = x })...)
		}
	}
	return found
}

// tell replaces the list by its items between two indices, and returns the description of that part.
func (f foundList) tell(from, to int) LongList {
	f.put(slices.Clone(f.items[from:to]))
	return LongList{Pointer: f.pointer, From: from, Shown: to - from, Items: len(f.items)}
}

// fitting returns the end of the items that fit into the room, starting at an index, and the remaining room.
func (f foundList) fitting(from, room int) (to, left int) {
	for to = from; to < len(f.items); to++ {
		size := BytesOf(f.items[to]) + 1 // and a comma
		if size > room {
			return to, 0
		}
		room -= size
	}
	return to, room
}

// opened is a value that was decoded to find its long lists.
type opened struct {
	whole map[string]any // the value is its only member
	lists []foundList
}

const openedValue = "value"

// open decodes a value that may have long lists. Numbers keep their digits.
func open(text json.RawMessage) (opened, error) {
	if mcp.Weight(text) <= LongListBytes {
		return opened{}, nil
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return opened{}, err
	}
	o := opened{whole: map[string]any{openedValue: value}}
	o.lists = longLists(value, "", func(x any) { o.whole[openedValue] = x })
	return o, nil
}

// text encodes the value with the replaced lists.
func (o opened) text() (json.RawMessage, error) { return json.Marshal(o.whole[openedValue]) }

// Beginnings returns a value with only the first items of its long lists, which share the room equally, and describes
// the parts shown. It returns a value without long lists unchanged.
func Beginnings(text json.RawMessage, room int) (json.RawMessage, []LongList, error) {
	o, err := open(text)
	if err != nil || len(o.lists) == 0 {
		return text, nil, err
	}
	told := make([]LongList, 0, len(o.lists))
	for _, list := range o.lists {
		to, _ := list.fitting(0, room/len(o.lists))
		told = append(told, list.tell(0, to))
	}
	text, err = o.text()
	return text, told, err
}

// BeginningOf is Beginnings for a part of a reply that is not encoded yet. The pointers start with the part's own
// pointer.
func BeginningOf[T any](part T, pointer string, room int) (T, []LongList, error) {
	text, err := json.Marshal(part)
	if err != nil {
		return part, nil, err
	}
	text, told, err := Beginnings(text, room)
	if err != nil || len(told) == 0 {
		return part, nil, err
	}
	var shown T
	err = json.Unmarshal(text, &shown)
	for i := range told {
		told[i].Pointer = pointer + told[i].Pointer
	}
	return shown, told, err
}

// PageOfLists returns a value with one page of the items of its long lists. The page continues from one list to the
// next.
func PageOfLists(text json.RawMessage, p *Page) (json.RawMessage, []LongList, PartPaging, error) {
	values := []PagedValue{{Text: text}}
	told, paging, err := PageOfValues(values, p)
	return values[0].Text, told, paging, err
}

// PagedValue is a part of a reply; the pointers of its lists start with its own.
type PagedValue struct {
	Pointer string
	Text    json.RawMessage
}

// PageOfValues is PageOfLists for several values, which it changes in place.
func PageOfValues(values []PagedValue, p *Page) (told []LongList, paging PartPaging, err error) {
	next, room := 0, ListPageBytes
	for i := range values {
		o, err := open(values[i].Text)
		if err != nil {
			return nil, PartPaging{}, err
		}
		if len(o.lists) == 0 {
			continue
		}
		for _, list := range o.lists {
			from := min(max(p.Offset-paging.Total, 0), len(list.items))
			to := from
			if room > 0 {
				to, room = list.fitting(from, room)
				next = paging.Total + to
			}
			list.pointer = values[i].Pointer + list.pointer
			told, paging.Total = append(told, list.tell(from, to)), paging.Total+len(list.items)
		}
		if values[i].Text, err = o.text(); err != nil {
			return nil, PartPaging{}, err
		}
	}
	if next < paging.Total {
		paging.NextCursor, paging.Left, paging.Cut = p.Cursor(next), paging.Total-next, true
	}
	return told, paging, nil
}

// ListPageBytes is the space in bytes that a page of long lists may take. It fits in a reply beside an element and the
// property sets of most elements.
const ListPageBytes = 2 * LongListBytes

// PartPaging is a Paging whose fields are omitted if they are empty, because only few elements have long lists.
type PartPaging struct {
	Total      int    `json:"total,omitempty" jsonschema:"parts, or items of long_lists"`
	NextCursor string `json:"next_cursor,omitempty" jsonschema:"more of these follow: call again with this cursor"`
	Left       int    `json:"left,omitempty" jsonschema:"how many more follow"`
	Cut        bool   `json:"cut_by_size,omitempty" jsonschema:"the page ends before limit: more would be too long"`
}

// Connection describes the connection of the store to its server.
type Connection struct {
	State       string     `json:"state" jsonschema:"connected, connecting, refused or damaged"`
	Problem     string     `json:"problem,omitempty" jsonschema:"why it is not connected, and what to do"`
	Node        string     `json:"node"`
	Version     string     `json:"version,omitempty" jsonschema:"of the server"`
	Since       *time.Time `json:"since,omitempty"`
	Log         string     `json:"log" jsonschema:"the server's stream"`
	LogEvents   uint64     `json:"log_events" jsonschema:"of the log, known of"`
	Mirrored    uint64     `json:"mirrored_events" jsonschema:"of the log, in the mirror"`
	VoidAppends uint64     `json:"void_appends" jsonschema:"lost races that were passed over"`
	VoidEvents  uint64     `json:"void_events"`
	Strangers   uint64     `json:"foreign_events" jsonschema:"that other programs wrote, passed over"`
	First       string     `json:"first_foreign_event,omitempty"`
	Position    uint64     `json:"-"` // of the mirror
}

func HexOf(h eventstore.Hash) string { return hex.EncodeToString(h[:]) }

// BytesOf returns the number of bytes that an item of a list takes in a reply.
func BytesOf[T any](item T) int {
	b, err := json.Marshal(item)
	if err != nil {
		return 0
	}
	return mcp.Weight(b)
}
