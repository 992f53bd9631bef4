source "$(dirname "${BASH_SOURCE[0]}")/sample-logs.sh"
