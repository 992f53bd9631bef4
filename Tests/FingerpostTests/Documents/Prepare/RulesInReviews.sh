source "$(dirname "${BASH_SOURCE[0]}")/sample-logs.sh"
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.com GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.com
git init -q -b main
git add rules
git commit -q -m 'Start'
git update-ref refs/remotes/origin/main main
