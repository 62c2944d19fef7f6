package sqlite

import (
	"slices"
	"strings"
	"sync"

	"github.com/bimstream/bimstream/eventstore"
)

// maxHeads is the largest number of cached heads. It is larger than the number of streams that a process queries
// between two commits.
const maxHeads = 1024

// maxLists is the largest number of cached lists of heads. Calls that name no model list the streams of all models;
// other prefixes are rare.
const maxLists = 16

// headCache remembers heads, and lists of heads by the prefix of their streams, until a process commits. Each call
// reads some heads to learn whether anything has changed, and usually nothing has.
type headCache struct {
	index *walIndex

	mu    sync.Mutex
	at    indexHeader // header of the log when the heads were read
	heads map[string]knownHead
	lists map[string][]eventstore.Head // by prefix, sorted by the name of the stream
}

// wholeStore is the key for the position of the store; no stream has this name.
const wholeStore = ""

// knownHead is the head of a stream, or the information that the stream does not exist. The head may belong to a commit
// that is not flushed yet.
type knownHead struct {
	head  eventstore.Head
	found bool
}

// head returns the cached head of a stream, or else the result of ask. A head that is read during a commit may be old
// or new, so it is not cached.
func (c *headCache) head(stream string, ask func() (knownHead, error)) (knownHead, error) {
	before, settled := c.index.look()
	if settled {
		if known, ok := c.remembered(before, stream); ok {
			return known, nil
		}
	}
	known, err := ask()
	if err != nil || !settled {
		return known, err
	}
	if after, ok := c.index.look(); ok && after == before {
		c.remember(before, stream, known)
	}
	return known, nil
}

// list returns a copy of the cached heads of the streams with a prefix, or else the result of ask. A list that is read
// during a commit is not cached.
func (c *headCache) list(prefix string, ask func() ([]eventstore.Head, error)) ([]eventstore.Head, error) {
	before, settled := c.index.look()
	if settled {
		if heads, ok := c.rememberedList(before, prefix); ok {
			return heads, nil
		}
	}
	heads, err := ask()
	if err != nil || !settled {
		return heads, err
	}
	if after, ok := c.index.look(); ok && after == before {
		c.rememberList(before, prefix, slices.Clone(heads))
	}
	return heads, nil
}

func (c *headCache) rememberedList(at indexHeader, prefix string) (heads []eventstore.Head, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.at != at {
		return nil, false
	}
	heads, ok = c.lists[prefix]
	return slices.Clone(heads), ok
}

func (c *headCache) rememberList(at indexHeader, prefix string, heads []eventstore.Head) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.startAt(at)
	if len(c.lists) >= maxLists {
		clear(c.lists)
	}
	c.lists[prefix] = heads
}

// startAt empties the cache if the header of the log has changed since the cached values were read.
func (c *headCache) startAt(at indexHeader) {
	if c.heads == nil {
		c.heads, c.lists = map[string]knownHead{}, map[string][]eventstore.Head{}
	}
	if c.at != at {
		clear(c.heads)
		clear(c.lists)
		c.at = at
	}
}

func (c *headCache) remembered(at indexHeader, stream string) (known knownHead, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.at != at {
		return knownHead{}, false
	}
	known, ok = c.heads[stream]
	return known, ok
}

func (c *headCache) remember(at indexHeader, stream string, known knownHead) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.startAt(at)
	if len(c.heads) >= maxHeads {
		clear(c.heads)
	}
	c.heads[stream] = known
}

// during runs a transaction of this process and then updates the cached heads of the streams that it wrote, using
// moved. The other cached heads remain valid unless another process has also committed.
func (c *headCache) during(group []*request, transact func() (committed bool),
	moved func(stream string) (eventstore.Head, bool),
) {
	before, settled := c.index.look()
	if committed := transact(); !committed || !settled {
		return
	}
	after, settled := c.index.look()
	if !settled || after.transactions() != before.transactions()+1 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.at == before && c.follow(group, moved) {
		c.at = after
	}
}

// follow updates the cached heads of the streams that requests have written. It returns false if the requests do not
// name their streams.
func (c *headCache) follow(group []*request, moved func(stream string) (eventstore.Head, bool)) bool {
	for _, r := range group {
		if r.parts == nil && r.stretch == nil {
			return false
		}
		for stream := range r.streams() {
			_, asked := c.heads[stream]
			head, ok := moved(stream)
			if ok && asked {
				c.heads[stream] = knownHead{head: head, found: true}
			} else {
				delete(c.heads, stream)
			}
			c.followLists(stream, head, ok)
		}
	}
	if _, asked := c.heads[wholeStore]; asked {
		head, _ := moved(wholeStore)
		c.heads[wholeStore] = knownHead{head: head, found: true}
	}
	return true
}

// followLists puts the new head of a stream into all cached lists of matching prefixes. If the head is not known, it
// removes these lists.
func (c *headCache) followLists(stream string, head eventstore.Head, known bool) {
	for prefix, heads := range c.lists {
		if !strings.HasPrefix(stream, prefix) {
			continue
		}
		if !known {
			delete(c.lists, prefix)
			continue
		}
		at, found := slices.BinarySearchFunc(heads, stream, func(h eventstore.Head, stream string) int {
			return strings.Compare(h.Stream, stream)
		})
		if found {
			heads[at] = head
		} else {
			c.lists[prefix] = slices.Insert(heads, at, head)
		}
	}
}
