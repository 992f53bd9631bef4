source "$(dirname "${BASH_SOURCE[0]}")/sample-logs.sh"
# The rules that are about to be shipped.
cp -r rules new
