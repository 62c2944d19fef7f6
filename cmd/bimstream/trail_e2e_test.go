//go:build linux

package main

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"sync"
	"testing"
)

// trailed is the part of the data about sessions that the tests read.
type trailed struct {
	SessionID string `json:"session_id"`
	ThoughtID string `json:"thought_id"`
	Size      int    `json:"size"`
	Root      string `json:"root"`
	Total     int    `json:"total"`
	Sessions  []struct {
		ID      string `json:"session_id"`
		State   string `json:"state"`
		Records int    `json:"records"`
		Changes int    `json:"changes"`
	} `json:"sessions"`
	Thoughts []struct {
		ID      string `json:"thought_id"`
		EventID string `json:"event_id"`
		Thought string `json:"thought"`
	} `json:"thoughts"`
}

// session begins a session of a server's principal.
func session(s agentCaller, model string) string {
	var d trailed
	s.must("audit_session_start", arguments{"model_id": model, "purpose": "doors", "reasoning": "r"}, &d)
	return d.SessionID
}

// historyTellsThoughtsAndApprovals follows an agent's deletion from its recorded thoughts through a person's approval
// to the wall's history.
func historyTellsThoughtsAndApprovals(t *testing.T, g *governed) {
	id := session(g.bot, g.h.Model)
	think := func(text string) {
		g.bot.do("thought_record", arguments{"model_id": g.h.Model, "session_id": id, "thought": text,
			"element_ids": []string{g.h.South}, "reasoning": "r"})
	}
	think("the wall stands in the way")
	think("without it the rooms are one")
	request := g.asks("delete_element", g.deletion())
	g.approve(request, "delete 5")
	g.bot.do("delete_element", with(g.deletion(), arguments{"approval_id": request}))
	var history struct {
		Entries []struct {
			Type      string `json:"type"`
			UserID    string `json:"user_id"`
			AgentID   string `json:"agent_id"`
			Reasoning string `json:"reasoning"`
			SessionID string `json:"session_id"`
			Thoughts  []struct {
				Thought string `json:"thought"`
			} `json:"thoughts"`
			Approved []struct {
				By         string `json:"by"`
				Level      string `json:"level"`
				ApprovalID string `json:"approval_id"`
			} `json:"approved"`
		} `json:"entries"`
	}
	a := g.ann.must("element_history", arguments{"model_id": g.h.Model, "element_id": g.h.South}, &history)
	last := history.Entries[len(history.Entries)-1]
	if last.Type != "element.deleted" || last.UserID != "ann" || last.AgentID != "bot" ||
		last.Reasoning != "in the way" || last.SessionID != id ||
		len(last.Thoughts) != 2 || last.Thoughts[1].Thought != "without it the rooms are one" ||
		len(last.Approved) != 1 || last.Approved[0].By != "ann" || last.Approved[0].Level != "tty" ||
		last.Approved[0].ApprovalID != request {
		t.Errorf("%s", a.Text)
	}
	if first := history.Entries[0]; first.SessionID != "" || len(first.Thoughts)+len(first.Approved) > 0 {
		t.Errorf("a change outside of sessions has reasons of others: %+v", first)
	}
}

// aSessionIsItsOwn checks who may add thoughts to a session and who may see it, and that a finalised session accepts no
// more thoughts.
func aSessionIsItsOwn(t *testing.T, g *governed) {
	id := session(g.bot, g.h.Model)
	other := g.connect(principal(t, "bot", "agent", "bea", arguments{"dry_run_default": false}))
	second := g.connect(principal(t, "bot2", "agent", "ann", arguments{"dry_run_default": false}))
	thinking := func(session string) arguments {
		return arguments{"model_id": g.h.Model, "session_id": session, "thought": "x", "reasoning": "r"}
	}
	for _, who := range []struct {
		name string
		by   agentCaller
	}{{"another agent of ann's", second}, {"the same agent of another user", other},
		{"the person it works for", g.connect(g.annIs)}} {
		if a := who.by.ask("thought_record", thinking(id)); a.code() != 1300 {
			t.Errorf("%s thinks in the session: %s", who.name, a.Text)
		}
	}
	for _, tool := range []string{"merkle_root", "merkle_finalize", "thought_record_list"} {
		args := arguments{"model_id": g.h.Model, "session_id": id}
		if tool == "merkle_finalize" {
			args["reasoning"] = "r"
		}
		there, missing := second.ask(tool, args), second.ask(tool,
			with(args, arguments{"session_id": strings.Replace(id, id[:4], "0000", 1)}))
		if there.code() != 1300 || missing.code() != 1300 ||
			strings.ReplaceAll(there.Error.Message, id, "") !=
				strings.ReplaceAll(missing.Error.Message, "0000"+id[4:], "") {
			t.Errorf("%s tells a foreign session from a missing one: %s %s", tool, there.Text, missing.Text)
		}
	}
	for _, made := range []string{"", "s_1", id + "x"} {
		if a := g.bot.ask("thought_record", thinking(made)); a.Success {
			t.Errorf("a thought in session %q: %s", made, a.Text)
		}
	}
	dry := g.bot.ask("thought_record", with(thinking(id), arguments{"dry_run": true}))
	if !dry.Success || dry.EventID != nil || dry.PreviewID == "" {
		t.Errorf("a dry run: %s", dry.Text)
	}
	g.bot.do("thought_record", thinking(id))
	var final, list trailed
	g.bot.must("merkle_finalize", arguments{"model_id": g.h.Model, "session_id": id, "reasoning": "done"}, &final)
	if final.Size != 2 {
		t.Errorf("%+v", final)
	}
	if a := g.bot.ask("thought_record", thinking(id)); a.code() != 1302 || a.Error.Data["state"] != "finalised" {
		t.Errorf("a finalised session takes more: %s", a.Text)
	}
	if a := g.bot.ask("merkle_finalize", arguments{"model_id": g.h.Model, "session_id": id,
		"reasoning": "r"}); a.code() != 1302 {
		t.Errorf("finalised twice: %s", a.Text)
	}
	g.ann.must("thought_record_list", arguments{"model_id": g.h.Model, "session_id": id}, &list)
	if len(list.Sessions) != 1 || list.Sessions[0].State != "finalised" || len(list.Thoughts) != 1 {
		t.Errorf("%+v", list)
	}
	g.ann.must("share_model", arguments{"model_id": g.h.Model, "user": "bea", "access": "comment"}, nil)
	bea := g.connect(principal(t, "bea", "human", "",
		arguments{"permissions": arguments{"READ": arguments{}, "MODIFY": arguments{}, "CREATE": arguments{}}}))
	var shown trailed
	bea.must("thought_record_list", arguments{"model_id": g.h.Model}, &shown)
	if len(shown.Sessions)+len(shown.Thoughts) != 0 {
		t.Errorf("somebody the model is shared with sees what others thought: %+v", shown)
	}
	if a := bea.ask("merkle_root", arguments{"model_id": g.h.Model, "session_id": id}); a.code() != 1300 {
		t.Errorf("a session of the owner's agent: %s", a.Text)
	}
}

// changesAtTheSameTimeAreInTheSession makes concurrent changes by two processes of one agent with an open session, and
// finalises the session meanwhile. The session must contain exactly the changes that were made before it was finalised.
func changesAtTheSameTimeAreInTheSession(t *testing.T, g *governed) {
	id := session(g.bot, g.h.Model)
	twin := g.connect(g.botIs)
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Go(func() {
			by := []agentCaller{g.bot, twin}[i%2]
			if a, err := by.try("create_wall", arguments{"model_id": g.h.Model, "level_id": g.h.Ground,
				"start": mm{float64(60000 + 1000*i), 0}, "end": mm{float64(60000 + 1000*i), 3000}, "height": 2500,
				"thickness": 200, "reasoning": "r"}); err != nil || !a.Success {
				t.Errorf("%v %s", err, a.Text)
			}
		})
	}
	wg.Wait()
	var list, final trailed
	g.ann.must("thought_record_list", arguments{"model_id": g.h.Model, "session_id": id}, &list)
	if list.Sessions[0].Changes != 16 || list.Sessions[0].Records != 17 {
		t.Errorf("%+v", list.Sessions)
	}
	wg.Go(func() {
		_, _ = twin.try("create_level", arguments{"model_id": g.h.Model, "name": "Late",
			"elevation": 9000, "reasoning": "r"})
	})
	g.bot.must("merkle_finalize", arguments{"model_id": g.h.Model, "session_id": id, "reasoning": "r"}, &final)
	wg.Wait()
	g.ann.must("thought_record_list", arguments{"model_id": g.h.Model, "session_id": id}, &list)
	if s := list.Sessions[0]; s.Records != final.Size || s.State != "finalised" {
		t.Errorf("finalised with %d records, and it has %+v", final.Size, s)
	}
	if out := mustRun(t, "verify", "--data", g.data); !strings.Contains(out, ".sessions") {
		t.Errorf("%s", out)
	}
}

// proofsOfASession recomputes roots from proofs by RFC 9162, section 2.1.3.2.
func proofsOfASession(t *testing.T, g *governed) {
	id := session(g.bot, g.h.Model)
	for range 6 {
		g.bot.do("thought_record", arguments{"model_id": g.h.Model, "session_id": id,
			"thought": "<x> & \u00fc", "reasoning": "r"})
	}
	var final trailed
	g.bot.must("merkle_finalize", arguments{"model_id": g.h.Model, "session_id": id, "reasoning": "r"}, &final)
	for index := range final.Size {
		var p struct {
			Root      string   `json:"root"`
			LeafInput string   `json:"leaf_input"`
			Path      []string `json:"path"`
		}
		g.bot.must("merkle_proof", arguments{"model_id": g.h.Model, "session_id": id, "index": index}, &p)
		if p.Root != final.Root || !included(p.LeafInput, index, final.Size, p.Path, p.Root) {
			t.Errorf("record %d: %+v", index, p)
		}
		if included(p.LeafInput+" ", index, final.Size, p.Path, p.Root) ||
			included(p.LeafInput, (index+1)%final.Size, final.Size, p.Path, p.Root) {
			t.Errorf("record %d: a forged proof passes", index)
		}
	}
	for _, wrong := range []struct {
		args arguments
		code int
	}{{arguments{"index": 7}, 1003}, {arguments{"index": -1}, 1003}, {arguments{"event_id": g.h.Model}, 1300},
		{arguments{"index": 1, "from_size": 2}, 1000}, {nil, 1000},
		{arguments{"from_size": 9}, 1003}, {arguments{"from_size": 5, "size": 3}, 1003},
		{arguments{"index": 0, "size": -4}, 1003}} {
		if a := g.bot.ask("merkle_proof", with(arguments{"model_id": g.h.Model, "session_id": id},
			wrong.args)); a.code() != wrong.code {
			t.Errorf("%v: %s", wrong.args, a.Text)
		}
	}
}

// included walks from a leaf to the root.
func included(input string, index, size int, path []string, root string) bool {
	sum := func(prefix byte, parts ...string) string {
		all := []byte{prefix}
		for _, p := range parts {
			raw, err := hex.DecodeString(p)
			if err != nil {
				return ""
			}
			all = append(all, raw...)
		}
		h := sha256.Sum256(all)
		return hex.EncodeToString(h[:])
	}
	leaf := sha256.Sum256(append([]byte{0}, input...))
	at, fn, sn := hex.EncodeToString(leaf[:]), index, size-1
	for _, p := range path {
		if sn == 0 {
			return false
		}
		if fn%2 == 1 || fn == sn {
			at = sum(1, p, at)
			for fn%2 == 0 && fn != 0 {
				fn, sn = fn/2, sn/2
			}
		} else {
			at = sum(1, at, p)
		}
		fn, sn = fn/2, sn/2
	}
	return sn == 0 && at == root
}
