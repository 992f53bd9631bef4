source "$(dirname "${BASH_SOURCE[0]}")/sample-logs.sh"
cp access.log a.log; cp access.log b.log; gzip a.log b.log
mkdir logs; cp a.log.gz b.log.gz logs
