package sqlite

import "golang.org/x/sys/unix"

// networkFileSystems are the file systems on which locks or shared memory work only within one machine or not at all.
// The key is the magic number from statfs(2). FUSE is included because most of its mounts use a network (sshfs, cloud
// drives, folders shared with a virtual machine).
var networkFileSystems = map[uint32]string{
	unix.NFS_SUPER_MAGIC:  "NFS, a network file system",
	unix.SMB_SUPER_MAGIC:  "SMB, a network file system",
	unix.CIFS_SUPER_MAGIC: "CIFS, a network file system",
	unix.SMB2_SUPER_MAGIC: "SMB, a network file system",
	unix.V9FS_MAGIC:       "9P, a file system shared from another machine",
	unix.FUSE_SUPER_MAGIC: "FUSE, a file system that may be remote",
	unix.AFS_SUPER_MAGIC:  "AFS, a network file system",
	unix.AFS_FS_MAGIC:     "AFS, a network file system",
	unix.CEPH_SUPER_MAGIC: "Ceph, a network file system",
	unix.CODA_SUPER_MAGIC: "Coda, a network file system",
	unix.NCP_SUPER_MAGIC:  "NCP, a network file system",
}

// networkFileSystem names the file system of a directory if it is not local. If the query fails, the file system counts
// as local, and the first write will report any problem.
func networkFileSystem(dir string) string {
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err != nil {
		return ""
	}
	return networkFileSystems[uint32(st.Type)]
}
